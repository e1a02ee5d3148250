"""Needs → ranked choices, each with a reason for every point; and why the others do not fit."""

from collections import Counter
from collections.abc import Sequence

from gradhelp.catalog.load_simulators import load_simulators
from gradhelp.catalog.rule import Lang
from gradhelp.catalog.simulator import Simulator
from gradhelp.model.diagnosis import Recommendation, SimulatorChoice
from gradhelp.model.span import Frozen
from gradhelp.recommend.needs import Needs
from gradhelp.recommend.points import FAILS, VIEWS, Point
from gradhelp.recommend.words import say

MOST_CHOICES = 5
APPLICATION_PENALTY = 15.0
"""Desktop applications are driven from outside: they step a training loop slowly, whatever else speaks for them."""


class Choice(Frozen):
    """One simulator that fits. The reasons come in the order of the needs."""

    simulator: Simulator
    score: float
    points: tuple[Point, ...]

    def why(self, lang: Lang) -> list[str]:
        """What speaks for it."""
        return [_sentence(point, lang) for point in self.points if _speaks_for(point)]

    def caveats(self, lang: Lang) -> list[str]:
        """What speaks against it, then its own first limits."""
        against = [_sentence(point, lang) for point in self.points if point.key.startswith("but_")]
        return against + [limit.of(lang) for limit in self.simulator.limits[:2]]


def choices(needs: Needs, simulators: Sequence[Simulator] | None = None, most: int = MOST_CHOICES) -> list[Choice]:
    """The simulators that meet the needs, best first; empty where none does."""
    known = load_simulators() if simulators is None else simulators
    judged = [_judge(simulator, needs) for simulator in known]
    fitting = [each for each in judged if each.score > 0 and all(point.score > FAILS for point in each.points)]
    return sorted(fitting, key=lambda each: (-each.score, not each.simulator.sim_to_real, each.simulator.id))[:most]


def refusals(needs: Needs, lang: Lang, simulators: Sequence[Simulator] | None = None) -> list[str]:
    """Where nothing fits: what most simulators fail at, in words."""
    known = load_simulators() if simulators is None else simulators
    failed = Counter(p.key for each in known for p in _judge(each, needs).points if p.score <= FAILS)
    return [f"{say(lang, key)} ({count})" for key, count in failed.most_common(3)]


def recommendation(needs: Needs, lang: Lang, most: int = MOST_CHOICES) -> Recommendation:
    """The choices as the contract's result has them."""
    found = choices(needs, most=most)
    listed = [
        SimulatorChoice(name=each.simulator.name, score=each.score, why=each.why(lang), caveats=each.caveats(lang))
        for each in found
    ]
    return Recommendation(needs=needs.given, choices=listed)


def _judge(simulator: Simulator, needs: Needs) -> Choice:
    points = tuple(point for view in VIEWS for point in view(simulator, needs))
    penalty = APPLICATION_PENALTY if simulator.kind == "application" else 0.0
    return Choice(simulator=simulator, score=sum(point.score for point in points) - penalty, points=points)


def _speaks_for(point: Point) -> bool:
    return point.score > 0 and point.key.startswith(("why_", "domain_"))


def _sentence(point: Point, lang: Lang) -> str:
    if point.key.startswith("domain_"):
        return say(lang, "why_domain", domain=say(lang, point.key))
    return say(lang, point.key, **point.values)
