"""The search: what the shipped knowledge has to say to a question, and whether the nearest is near enough to be the answer.

The thresholds were chosen on the tables of questions in tests/retrieval.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from gradhelp.catalog import Lang
from gradhelp.retrieval.index import Hit, Index
from gradhelp.retrieval.topics import Topic, topics

THRESHOLD, ALONE_THRESHOLD, FOREIGN_THRESHOLD = 0.55, 0.5, 0.6
"""Confidence from which on a topic is taken for the answer: where others come near, where none does, and for what was not
written for questions."""
RIVAL = 0.65
"""From this part of the first one's score on, another comes near."""
NEAREST = 3

_CHINESE = re.compile(r"[\u3400-\u9fff]")
_LATIN_WORD = re.compile(r"[A-Za-z]{2,}")
_WORDS_OF_A_SENTENCE = 3


class Found(NamedTuple):
    """`topic` answers the question, or is None; `near` are the nearest others, best first."""

    topic: Topic | None
    near: tuple[Topic, ...]
    confidence: float


def ask(question: str) -> Found:
    """What the shipped knowledge has to say to a question."""
    hits = shipped().search(question, NEAREST + 1)
    if not _is_sure(hits):
        return Found(None, tuple(hit.topic for hit in hits[:NEAREST]), hits[0].confidence if hits else 0.0)
    return Found(hits[0].topic, tuple(hit.topic for hit in hits[1:]), hits[0].confidence)


def _is_sure(hits: Sequence[Hit]) -> bool:
    """Whether the first is the answer: near enough for its kind, and nearer still where others are as near."""
    if not hits:
        return False
    first, rival = hits[0], hits[1].score if len(hits) > 1 else 0.0
    if first.topic.kind in ("rule", "error"):
        return first.confidence >= FOREIGN_THRESHOLD
    alone = first.topic.kind == "answer" and rival <= RIVAL * first.score
    return first.confidence >= (ALONE_THRESHOLD if alone else THRESHOLD)


def topic_called(name: str) -> Topic | None:
    """The topic of that id; answers and rules before simulators."""
    return next((topic for topic in shipped().topics if topic.id == name.strip().lower()), None)


def language_of(question: str, default: Lang) -> Lang:
    """The language to answer in; a lone identifier says nothing about it."""
    if _CHINESE.search(question):
        return "zh"
    return "en" if len(_LATIN_WORD.findall(question)) >= _WORDS_OF_A_SENTENCE else default


@cache
def shipped() -> Index:
    """The index of the shipped knowledge, made when it is first asked for."""
    return Index(topics())


def prepare() -> None:
    """Make the index now, so that the first question need not wait for it; may run in any thread."""
    shipped()
