"""The search: which topics are nearest to a question, and whether the nearest is near enough to be the answer.

The ranking is BM25, once over the questions and titles of the topics and once over their texts. The confidence is the
part of the question (weighted by how telling its tokens are) that the topic speaks of: a question about something
else has words that no text knows. THRESHOLD was chosen on the table of questions in tests/retrieval.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from gradhelp.catalog import Lang
from gradhelp.retrieval.tokens import FIRST_CHINESE, LONGEST, question_tokens, tokens
from gradhelp.retrieval.topics import Topic, topics

if TYPE_CHECKING:
    from bm25s import BM25

THRESHOLD = 0.55
"""Confidence from which on a topic is taken for the answer."""
NEAREST = 3
TITLE_WEIGHT, BODY_WEIGHT, BODY_SCORE = 1.0, 0.5, 0.2
"""What a match in a topic's questions counts, and one in its text alone."""
FEW = 2
"""A question of so few tokens names a subject; what answers it is about that subject, and not about more than that."""
STRADDLING = 0.5
"""What an unknown pair of Chinese characters counts: half of all pairs reach from one word into the next."""
KIND_WEIGHT = {"answer": 1.15, "rule": 1.0, "error": 0.9, "simulator": 0.9}
"""Answers are written for questions; the others answer where none of these does."""

_CHINESE = re.compile(r"[\u3400-\u9fff]")
_LATIN_WORD = re.compile(r"[A-Za-z]{2,}")
_WORDS_OF_A_SENTENCE = 3


class Hit(NamedTuple):
    """A topic with the score that orders it and the confidence, 0 to 1, that it is what was asked for."""

    topic: Topic
    score: float
    confidence: float


class Found(NamedTuple):
    """`topic` answers the question, or is None; `near` are the nearest others, best first."""

    topic: Topic | None
    near: tuple[Topic, ...]
    confidence: float


def ask(question: str) -> Found:
    """What the shipped knowledge has to say to a question."""
    hits = shipped().search(question, NEAREST + 1)
    if not hits or hits[0].confidence < THRESHOLD:
        return Found(None, tuple(hit.topic for hit in hits[:NEAREST]), hits[0].confidence if hits else 0.0)
    return Found(hits[0].topic, tuple(hit.topic for hit in hits[1:]), hits[0].confidence)


def topic_called(name: str) -> Topic | None:
    """The topic of that id; answers and rules before simulators."""
    return next((topic for topic in shipped().topics if topic.id == name.strip().lower()), None)


def language_of(question: str, default: Lang) -> Lang:
    """The language to answer in; a lone identifier says nothing about it."""
    if _CHINESE.search(question):
        return "zh"
    return "en" if len(_LATIN_WORD.findall(question)) >= _WORDS_OF_A_SENTENCE else default


@cache
def shipped() -> "Index":
    """The index of the shipped knowledge, made when it is first asked for."""
    return Index(topics())


def prepare() -> None:
    """Make the index now, so that the first question need not wait for it; may run in any thread."""
    shipped()


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
        self._body_tokens = [set(each) for each in bodies]
        self._rarity = _rarity(self._known())
        self._unknown = max(self._rarity.values(), default=0.0)

    def search(self, question: str, limit: int) -> list[Hit]:
        """The topics that have anything in common with the question, best first."""
        wanted = question_tokens(question)
        by_text = self._bodies.get_scores(wanted) if wanted else []
        by_question = self._asked.get_scores(wanted) if wanted else []
        best: dict[int, int] = {}
        for phrase, owner in enumerate(self._owner if wanted else ()):
            if by_question[phrase] > by_question[best.get(owner, phrase)] or owner not in best:
                best[owner] = phrase
        hits = [self._hit(wanted, best[at], at, by_question, by_text) for at in best]
        asked = _folded(question)
        verbatim = {self.topics[at].id for at in best if (asked, at) in self._verbatim}
        found = [hit for hit in hits if hit.score > 0]
        return sorted(found, key=lambda hit: (hit.topic.id not in verbatim, -hit.score, hit.topic.id))[:limit]

    def _hit(
        self, wanted: list[str], phrase: int, at: int, by_question: Sequence[float], by_text: Sequence[float]
    ) -> Hit:
        topic = self.topics[at]
        asked = self._asked_tokens[phrase]
        confidence = self._covered(wanted, asked, self._body_tokens[at])
        if len(wanted) <= FEW:
            confidence *= math.sqrt(self._covered(asked, set(wanted), set()))
        score = TITLE_WEIGHT * float(by_question[phrase]) + BODY_SCORE * float(by_text[at])
        return Hit(topic, score * confidence * KIND_WEIGHT[topic.kind], confidence)

    def _covered(self, whole: Iterable[str], well: set[str], half: set[str]) -> float:
        """The share of `whole`, by rarity, that is in `well`, or for a part of its weight in `half`."""
        total = held = 0.0
        for token in whole:
            weight = self._weight(token)
            total += weight
            held += weight * (TITLE_WEIGHT if token in well else BODY_WEIGHT if token in half else 0.0)
        return held / total if total else 0.0

    def _weight(self, token: str) -> float:
        unknown = self._unknown * (STRADDLING if token[0] >= FIRST_CHINESE else 1.0)
        return self._rarity.get(token, unknown)

    def _known(self) -> list[set[str]]:
        """All tokens of each topic."""
        whole = [set(body) for body in self._body_tokens]
        for owner, phrase in zip(self._owner, self._asked_tokens, strict=True):
            whole[owner] |= phrase
        return whole


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
