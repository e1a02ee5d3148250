"""Text → the tokens by which questions and texts are compared, for English, Chinese and code in one sentence.

Latin words are lower-cased and lose their English endings; identifiers count whole and in their parts. Chinese has no
blanks between words, so that every pair of neighbouring characters stands for a word; a character alone says too little. Words without meaning of their
own are left out in both.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from gradhelp.paths import knowledge

FIRST_CHINESE = "\u3400"
LONGEST = 2000
"""Characters that are read of a question; the rest is no question any more."""

_WORD = re.compile(r"[a-z0-9_]+(?:\.[a-z0-9_]+)*|[\u3400-\u9fff]+")
_PART = re.compile(r"[a-z]+|[0-9]+")
_ENDING = re.compile(r"(?<=[a-z]{3})(?:ing|ed|es|s)$")
_Y_ENDING = re.compile(r"(?<=[a-z]{3})ie[ds]$")
_SHORTEST_STEM = 3


def tokens(text: str) -> list[str]:
    """All tokens of a text, repeated as often as they occur."""
    folded = unicodedata.normalize("NFKC", text).lower()
    for spelling, usual in _same()["zh"].items():
        folded = folded.replace(spelling, usual)
    return [token for word in _WORD.findall(folded) for token in _tokens_of(word)]


def question_tokens(text: str) -> list[str]:
    """The tokens of a question, each once."""
    return list(dict.fromkeys(tokens(text[:LONGEST])))


def names_a_subject(question: str) -> bool:
    """Whether the question names anything beyond "the gradient" or "the error" that a diagnosis is about anyway."""
    return any(token not in _general() for token in question_tokens(question))


def identifier_parts(text: str) -> dict[str, str]:
    """Token → the identifier of the text that it is only a part of: `clip` → `clip_grad_norm`."""
    parts: dict[str, str] = {}
    alone: set[str] = set()
    for word in _WORD.findall(unicodedata.normalize("NFKC", text[:LONGEST]).lower()):
        whole, *rest = list(_tokens_of(word)) or [""]
        if whole == word.strip("_") and rest:
            parts |= dict.fromkeys(rest, whole)
        else:
            alone |= {whole, *rest}
    return {part: whole for part, whole in parts.items() if part not in alone}


@cache
def weak_words() -> frozenset[str]:
    """Tokens of everyday words: that a topic does not have them says little."""
    return _listed("weak")


@cache
def field_words() -> frozenset[str]:
    """Tokens that any question of the field may hold."""
    return _listed("field")


def _tokens_of(word: str) -> Iterator[str]:
    if word[0] >= FIRST_CHINESE:
        for piece in re.split(_chinese_stops(), word):
            yield from (piece[at : at + 2] for at in range(len(piece) - 1))
        return
    parts = _PART.findall(word)
    if len(parts) > 1:
        yield word.strip("_")
    if word.endswith("_"):  # torch's mark of what works in place
        yield word
    same = _same()["en"]
    yield from (_stem(same.get(part, part)) for part in parts if part not in _english_stops())


def _stem(word: str) -> str:
    """`detaching`, `detached`, `detaches` → `detach`; `clipping` → `clip`; `copied` → `copy`; `loss` stays."""
    word = _Y_ENDING.sub("y", word)
    stem = word if word.endswith(("ss", "us", "is")) else _ENDING.sub("", word)
    if stem != word and len(stem) > _SHORTEST_STEM and stem[-1] == stem[-2] and stem[-1] not in "sle":
        stem = stem[:-1]
    return stem.removesuffix("e") if len(stem) > _SHORTEST_STEM else stem


@cache
def words() -> Mapping[str, Any]:
    """The tables of `words.toml`."""
    text = (knowledge() / "answers" / "words" / "words.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _same() -> Mapping[str, Mapping[str, str]]:
    """By language: spellings that mean the same as the one that the texts use."""
    same: Mapping[str, Mapping[str, str]] = words()["same"]
    return same


@cache
def _english_stops() -> frozenset[str]:
    return frozenset(words()["stop"]["en"])


@cache
def _chinese_stops() -> re.Pattern[str]:
    longest_first = sorted(words()["stop"]["zh"], key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first)))


@cache
def _general() -> frozenset[str]:
    return _listed("general")


def _listed(table: str) -> frozenset[str]:
    """The tokens of both languages' words in that table."""
    listed = words()[table]
    return frozenset(tokens(" ".join((*listed["en"], *listed["zh"]))))
