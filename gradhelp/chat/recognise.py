"""What a message is: a traceback, a script, a notebook, a path, a command, a question, or unclear.

Pure: the disk is not looked at. Words win over names, so a folder called `fix` is given as `./fix`.
"""

import re
import shlex
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from gradhelp.chat.deeds import Deeds
from gradhelp.chat.fragments import notebook_code
from gradhelp.chat.places import place_in
from gradhelp.chat.words import INTENTS, Intent, Words, shipped_words
from gradhelp.intake.fragment import (
    clean_fragment,
    looks_like_path,
    looks_like_script,
    looks_like_traceback,
    parse,
)
from gradhelp.recommend.mentions import mentioned
from gradhelp.recommend.spoken import speaks_of_needs_only

QUESTION_LENGTH = 80
LONGEST_LOCATION = 4096
LONGEST_COMMAND = 40
_COMMAND = re.compile(r"/([A-Za-z?]+)(?:\s+(.*))?", re.DOTALL)
_NUMBER = re.compile(r"(?:finding|发现|第)?\s*#?\s*([0-9]{1,3})\s*(?:个|条)?")
_RULE_LIKE = re.compile(r"[a-z]+(?:-[a-z]+)+")
_EXPLICIT_PATH = re.compile(r"(?:file:/|~|\.{1,2}|[A-Za-z]:)?[/\\]\S|\S.*\.(?:py|ipynb|txt|log)$", re.IGNORECASE)
_ABOUT_SIMULATORS = re.compile(
    r"gradient|differentiab|back-?\s?prop|autograd|\bbackward\b|\bor\b|\bvs\b|versus|better|instead|which|\buse\b"
    r"|梯度|可微|反传|反向|还是|哪个|换成|自动求导|能用"
)
"""Beside the name of a simulator, these show that the question is about it and not about the last finding."""
_PYTHON = re.compile(r"python[0-9.]*(?:\.exe)?")


@dataclass(frozen=True, slots=True)
class Ask:
    """A question or command, with what followed it."""

    intent: Intent | Literal["finding"]
    argument: str = ""
    sentence: str = field(default="", compare=False)
    """The whole question, where the words of the intent are only a part of it."""


@dataclass(frozen=True, slots=True)
class Traceback:
    """An error output, whole or in part."""

    text: str


@dataclass(frozen=True, slots=True)
class Script:
    """The text of a program."""

    source: str


@dataclass(frozen=True, slots=True)
class Location:
    """The path of a script or `-m module`, arguments included."""

    text: str


@dataclass(frozen=True, slots=True)
class UnknownCommand:
    """A word after a slash that is no command."""

    name: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """None of these."""

    text: str


Given = Ask | Traceback | Script | Location | UnknownCommand | Unclear


def recognised(text: str, rule_ids: tuple[str, ...]) -> Given:
    """What `text` (not blank) is, by the words that gradhelp ships. Costs time in proportion to its length."""
    return _recogniser(rule_ids).recognise(text)


@cache
def _recogniser(rule_ids: tuple[str, ...]) -> "Recogniser":
    return Recogniser(shipped_words(), rule_ids)


class Recogniser:
    """Knows the words of both languages and the ids of the rules."""

    def __init__(self, words: Words, rule_ids: Collection[str]) -> None:
        self._rule_ids = frozenset(rule_ids)
        self._whole = _whole_words(words)
        self._inner = _inner_words(words)
        self._deeds = Deeds(words)

    def recognise(self, text: str) -> Given:
        """What `text` (not blank) is."""
        message = text.strip()
        if len(message.splitlines()) > 1:
            return _material(text) or Unclear(text)
        return (
            self._command(message)
            or self._whole_question(message)
            or _line(message)
            or _material(message)
            or _unknown_command(message)
            or _location(message)
            or self._question_inside(message)
            or Unclear(text)
        )

    def _command(self, message: str) -> Ask | None:
        match = _COMMAND.fullmatch(message)
        if match is None:
            return Ask("help") if message == "/" else None
        name, argument = match[1].lower(), (match[2] or "").strip()
        if name in INTENTS:
            return Ask(INTENTS[name], argument)
        if name == "finding":
            number = _NUMBER.fullmatch(argument)
            return Ask("finding", number[1]) if number else Ask("others")
        word = self._whole.get(name)
        return Ask(word.intent, argument or word.argument) if word else None

    def _whole_question(self, message: str) -> Ask | None:
        plain = _plain(message)
        if plain in self._rule_ids:
            return Ask("explain", plain)
        if number := _NUMBER.fullmatch(plain):
            return Ask("finding", number[1])
        first, _, rest = plain.partition(" ")
        if first in ("lang", "language", "语言") and rest:
            return Ask("lang", rest.strip())
        return self._whole.get(plain)

    def _question_inside(self, message: str) -> Ask | None:
        plain = _plain(message)
        named = len(plain) <= QUESTION_LENGTH * 2 and bool(mentioned(plain))
        if named and _ABOUT_SIMULATORS.search(plain):
            return Ask("simulators", message)
        if len(plain) <= QUESTION_LENGTH:
            for word in _RULE_LIKE.findall(plain):
                if word in self._rule_ids:
                    return Ask("explain", word)
            if deed := self._deeds.asked(plain):
                return Ask("how", deed, sentence=message)
            for intent, pattern in self._inner.items():
                if pattern.search(plain):
                    return Ask(intent, message if intent == "simulators" else "", sentence=message)
            if named or speaks_of_needs_only(plain):
                return Ask("simulators", message, sentence=message)
        first, *rest = message.split(maxsplit=1)
        return Ask("explain", rest[0]) if first.lower() in ("explain", "解释") and rest else None


def _material(text: str) -> Traceback | Script | None:
    """A program may speak of errors in its comments: what is Python as a whole is no traceback."""
    if code := notebook_code(text):
        return Script(code)
    whole = "\n" in text.strip() and looks_like_script(text) and parse(text) is not None
    if looks_like_traceback(text) and not whole:
        return Traceback(text)
    if not looks_like_script(text):
        return None
    return Script(text if parse(text) is not None else clean_fragment(text))


def _line(message: str) -> Ask | None:
    """A question about a line: neither a line of a traceback nor the options of a program."""
    if len(message) > QUESTION_LENGTH or place_in(message) is None:
        return None
    if looks_like_traceback(message) or names_program(split_words(message)):
        return None
    return Ask("line", message, sentence=message)


def _location(message: str) -> Ask | Location | None:
    if len(message) > LONGEST_LOCATION:
        return None
    words = split_words(message)
    if len(words) > 1 and words[0].lower() == "run" and names_program(words[1:]):
        return Ask("run", message.split(maxsplit=1)[1])
    return Location(message) if looks_like_path(message) or names_program(words) else None


def names_program(words: list[str]) -> bool:
    """Whether a command line starts with the path of a program or `-m module`, with or without `python` before it."""
    rest = without_python(words)
    if rest[:1] == ["-m"]:
        return len(rest) > 1
    return bool(rest) and (_EXPLICIT_PATH.match(rest[0]) is not None or looks_like_path(rest[0]))


def without_python(words: list[str]) -> list[str]:
    """The command line without an interpreter in front."""
    return words[1:] if words and _PYTHON.fullmatch(words[0].replace("\\", "/").rpartition("/")[2]) else words


def split_words(message: str) -> list[str]:
    """`message` split as a shell would, or at blanks where its quotes do not match."""
    try:
        return shlex.split(message)
    except ValueError:
        return message.split()


def _unknown_command(message: str) -> UnknownCommand | None:
    match = _COMMAND.fullmatch(message)
    return UnknownCommand("/" + match[1]) if match and len(match[1]) <= LONGEST_COMMAND else None


def _plain(message: str) -> str:
    folded = " ".join(message.lower().split())
    return folded.rstrip("?!.,;？！。，；~ ") or folded


def _whole_words(words: Words) -> dict[str, Ask]:
    """Every word that may be the whole message; a language's own name chooses it."""
    found: dict[str, Ask] = {}
    for lang, vocabulary in (("en", words.en), ("zh", words.zh)):
        for intent, spellings in vocabulary.items():
            argument = lang if intent == "lang" else ""
            found |= {word.removeprefix("=").lower(): Ask(intent, argument) for word in spellings}
    return found


def _inner_words(words: Words) -> dict[Intent, re.Pattern[str]]:
    """Per intent, what may stand inside a sentence: Latin words whole, Chinese ones anywhere."""
    found: dict[Intent, re.Pattern[str]] = {}
    for intent, english in words.en.items():
        inner = [word for word in (*english, *words.zh[intent]) if not word.startswith("=")]
        if inner:
            found[intent] = re.compile("|".join(_bounded(word) for word in inner))
    return found


def _bounded(word: str) -> str:
    return rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word)
