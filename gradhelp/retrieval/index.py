"""The index: topics ranked by a question, each with the confidence that it is what was asked for.

The ranking is BM25, once over the questions and titles of the topics and once over their texts. What is asked in the same
form ("why", "difference between") goes before, and a term is the answer to "what is" before anything else. The confidence
is the part of the question (weighted by how telling its tokens are) that the topic speaks of: a question about something
else has words that no text knows.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from gradhelp.catalog.answer import Answer
from gradhelp.retrieval.forms import DEFINITION, STATEMENT, form_of
from gradhelp.retrieval.tokens import (
    FIRST_CHINESE,
    LONGEST,
    field_words,
    identifier_parts,
    question_tokens,
    tokens,
    weak_words,
)
from gradhelp.retrieval.topics import Topic

if TYPE_CHECKING:
    from bm25s import BM25

TITLE_WEIGHT, OTHER_WEIGHT, BODY_WEIGHT, BODY_SCORE = 1.0, 0.85, 0.5, 0.15
"""What a match in the topic's nearest question counts, one in another of its questions, and one in its text alone."""
FEW = 2
"""A question of so few tokens names a subject; what answers it is about that subject, and not about more than that. So does
one whose words all are common."""
STRADDLING = 0.5
"""What an unknown pair of Chinese characters counts: half of all pairs reach from one word into the next."""
KIND_WEIGHT = {"answer": 1.15, "rule": 0.85, "error": 0.9, "simulator": 0.9}
"""Answers are written for questions; the others answer where none of these does."""
TERM_WEIGHT, DEFINED_WEIGHT = 0.95, 1.25
"""A term beside the other answers: where something else than "what is it" is asked, and where just that is."""
SAME_FORM = 1.2
"""What it counts that the question has the form of the one that is known."""
OTHER_FORM, SLIGHTLY = 0.6, 0.95
"""What is left of the confidence where one asks what something is and the other does not: "why is there no gradient", "what is
a gradient"; the first where the question is the definition or tells little."""
PART_WEIGHT = 0.35
"""What a part of an identifier counts where the whole of it is known: `clip` in `clip_grad_norm_`."""
WEAK_SCORE = 0.7
"""What an everyday word counts where the topic has it."""
WEAK_WEIGHT = 0.35
"""What an everyday word counts that the topic does not have, and what a word counts of which every question is full."""


class Hit(NamedTuple):
    """A topic with the score that orders it and the confidence, 0 to 1, that it is what was asked for."""

    topic: Topic
    score: float
    confidence: float


class Index:
    """Topics, ready to be searched."""

    def __init__(self, topics: Sequence[Topic]) -> None:
        self.topics = tuple(topics)
        asked = [question_tokens(text) for topic in topics for text in topic.asked]
        self._verbatim = {(_folded(text), at) for at, topic in enumerate(topics) for text in topic.asked}
        self._owner = [number for number, topic in enumerate(topics) for _ in topic.asked]
        bodies = [tokens("\n".join(topic.body)) for topic in topics]
        self._asked, self._bodies = _bm25(asked), _bm25(bodies)
        self._asked_tokens = [set(each) for each in asked]
        self._forms = [_form_known(topic, text) for topic in topics for text in topic.asked]
        self._body_tokens = [set(each) for each in bodies]
        self._others = self._all_asked()
        self._rarity = _rarity([asked | body for asked, body in zip(self._others, self._body_tokens, strict=True)])
        self._unknown = max(self._rarity.values(), default=0.0)

    def search(self, question: str, limit: int) -> list[Hit]:
        """The topics that have anything in common with the question, best first."""
        shares, asked = self._shares(question), _folded(question)
        verbatim = {self.topics[at].id for text, at in self._verbatim if text == asked}
        if not shares or (not verbatim and weak_words().issuperset(shares)):
            return []
        by_text, by_question = _scores(self._bodies, shares), _scores(self._asked, shares)
        form = form_of(question)
        if form == STATEMENT and len(shares) == 1:
            form = DEFINITION
        best: dict[int, tuple[float, int]] = {}
        for phrase, owner in enumerate(self._owner):
            score = by_question[phrase] * (SAME_FORM if self._forms[phrase] == form else 1.0)
            best[owner] = max(best.get(owner, (-1.0, 0)), (score, -phrase))
        hits = [self._hit(shares, form, at, -phrase, score, by_text[at]) for at, (score, phrase) in best.items()]
        found = [_doubted(hit, asked) for hit in hits if hit.score > 0]
        return sorted(found, key=lambda hit: (hit.topic.id not in verbatim, -hit.score, hit.topic.id))[:limit]

    def _shares(self, question: str) -> dict[str, float]:
        """The tokens of the question, and what each counts beside its rarity."""
        parts = identifier_parts(question)
        shares = {}
        for token in question_tokens(question):
            share = PART_WEIGHT if parts.get(token) in self._rarity else 1.0
            shares[token] = share * (WEAK_SCORE if token in weak_words() else 1.0)
        return shares

    def _hit(
        self, shares: dict[str, float], form: str, at: int, phrase: int, by_question: float, by_text: float
    ) -> Hit:
        topic = self.topics[at]
        asked = self._asked_tokens[phrase]
        held = {token: self._held(token, asked, at) for token in shares}
        confidence = self._covered(shares, held)
        if short := len(shares) <= FEW or self._told(shares) < self._unknown:
            back = self._covered(dict.fromkeys(asked, 1.0), dict.fromkeys(shares, 1.0))
            confidence *= back if len(shares) == 1 else math.sqrt(back)
        known = self._forms[phrase]
        neutral = known == STATEMENT and (form != DEFINITION or len(shares) == 1)
        if topic.kind == "answer" and not neutral and (form == DEFINITION) != (known == DEFINITION):
            confidence *= OTHER_FORM if short or form == DEFINITION else SLIGHTLY
        score = TITLE_WEIGHT * by_question + BODY_SCORE * by_text
        return Hit(topic, score * confidence * _kind_weight(topic, form), confidence)

    def _told(self, shares: dict[str, float]) -> float:
        """How much the question tells at all; a single rare word tells as much as several common ones."""
        return sum(self._weight(token) * share for token, share in shares.items())

    def _held(self, token: str, asked: set[str], at: int) -> float:
        """How well the topic speaks of the token, `asked` being its question that comes nearest."""
        if token in asked:
            return TITLE_WEIGHT
        if token in self._others[at]:
            return OTHER_WEIGHT
        return BODY_WEIGHT if token in self._body_tokens[at] else 0.0

    def _covered(self, whole: dict[str, float], held: dict[str, float]) -> float:
        """The share of `whole`, by rarity, that is held, as far as it is."""
        total = found = 0.0
        for token, share in whole.items():
            part = held.get(token, 0.0)
            weight = self._weight(token) * share * (WEAK_WEIGHT if _is_weak(token, part) else 1.0)
            total += weight
            found += weight * part
        return found / total if total else 0.0

    def _weight(self, token: str) -> float:
        unknown = self._unknown * (STRADDLING if token[0] >= FIRST_CHINESE else 1.0)
        return self._rarity.get(token, unknown)

    def _all_asked(self) -> list[set[str]]:
        """The tokens of all questions of each topic."""
        whole: list[set[str]] = [set() for _ in self.topics]
        for owner, phrase in zip(self._owner, self._asked_tokens, strict=True):
            whole[owner] |= phrase
        return whole


def _is_weak(token: str, held: float) -> bool:
    return token in field_words() or (not held and token in weak_words())


def _doubted(hit: Hit, asked: str) -> Hit:
    """An error that the question does not name: its message is no question, and has common words."""
    if hit.topic.kind != "error" or _folded(hit.topic.id) in asked:
        return hit
    return Hit(hit.topic, hit.score * BODY_WEIGHT, hit.confidence * BODY_WEIGHT)


def _form_known(topic: Topic, text: str) -> str:
    """The form of one of a topic's questions; the title of a term defines it."""
    form = form_of(text)
    return DEFINITION if form == STATEMENT and _is_term(topic) else form


def _is_term(topic: Topic) -> bool:
    return isinstance(topic.about, Answer) and topic.about.kind == "term"


def _kind_weight(topic: Topic, form: str) -> float:
    weight = KIND_WEIGHT[topic.kind]
    if _is_term(topic):
        weight *= DEFINED_WEIGHT if form == DEFINITION else TERM_WEIGHT
    return weight


def _scores(ranked: "BM25", shares: dict[str, float]) -> list[float]:
    """BM25 of each document, the tokens of the question counting as much as their shares."""
    by_token = [(share, ranked.get_scores([token])) for token, share in shares.items()]
    return [float(each) for each in sum(share * scores for share, scores in by_token)]


def _folded(question: str) -> str:
    """The question without case, blanks and punctuation; short, whatever was given."""
    return re.sub(r"\W+", "", question[:LONGEST].lower())


def _rarity(documents: Sequence[set[str]]) -> dict[str, float]:
    counts = Counter(token for document in documents for token in document)
    return {token: math.log(1 + len(documents) / count) for token, count in counts.items()}


def _bm25(documents: list[list[str]]) -> "BM25":
    from bm25s import BM25

    made = BM25()
    made.index(documents, show_progress=False)
    return made
