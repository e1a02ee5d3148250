"""The page about a probe: Markdown by a template, and text from that.

Names, types and messages of the environment are hostile text: `say_code` puts each value into a code span of its own.
"""

import math
from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType

from gradhelp.model.probe import Horizon, ProbeResult, StepSize, Term
from gradhelp.report.disarm import disarm
from gradhelp.report.phrases import Lang, Phrases, phrases
from gradhelp.report.prose import Prose
from gradhelp.report.tame import Safe, code, escape
from gradhelp.report.templates import environment

SHOWN = 12
COARSE = 1e-2
"""The step size whose slope is compared with the best one, to see whether the landscape is rough."""
EXPLODES = 1e3


def probe_page(result: ProbeResult, lang: Lang) -> RenderableType:
    """The page for a terminal."""
    return Prose(probe_markdown(result, lang))


def probe_markdown(result: ProbeResult, lang: Lang) -> str:
    """The page as Markdown."""
    words = phrases("probe", lang)
    safe = ProbeResult.model_validate(_disarmed(result.model_dump()))
    template = environment().get_template("probe.md.j2")
    return template.render(r=safe, **_told(safe, words), **_tools(words)).strip() + "\n"


def summary(result: ProbeResult, lang: Lang) -> str:
    """One sentence."""
    return phrases("probe", lang).say(f"status_{result.status}")


def _tools(words: Phrases) -> dict[str, Any]:
    """What the template calls. `say_code` gives its values in code spans, unless they are marked as plain."""

    def say_code(key: str, **values: Any) -> Safe:
        shown = {name: value if isinstance(value, Safe) else code(str(value or "?")) for name, value in values.items()}
        return Safe(words.say(key, **shown))

    return {
        "say": words.say,
        "say_code": say_code,
        "plain": escape,
        "listed": _listed,
        "figure": figure,
        "percent": percent,
    }


def _listed(names: Sequence[str]) -> Safe:
    shown = [code(name) for name in names[:SHOWN]]
    return Safe(", ".join(shown) + (" …" if len(names) > SHOWN else ""))


def _told(result: ProbeResult, words: Phrases) -> dict[str, Any]:
    """What the template shows that has to be worked out."""
    moving = [term for term in result.terms if term.verdict not in ("none", "unknown")]
    odd = [term for term in result.terms if term.verdict in ("cut", "partly", "wrong", "unknown")]
    dead = bool(moving) and all(term.verdict == "cut" for term in moving)
    shown = [] if dead and not result.culprits else sorted(odd, key=_worst_first)[:SHOWN]
    return {
        "moving": len(moving),
        "dead": dead,
        "shown": shown,
        "more": 0 if dead and not result.culprits else max(0, len(odd) - len(shown)),
        "still": sum(term.verdict == "none" for term in result.terms),
        "unnamed": bool(result.file and result.status in ("partly", "wrong") and not result.culprits),
        "coarse": _coarse(result),
        "norms": _norms(result.horizon, words),
        "growth": _growth(result.horizon, words),
        "rate": f"{result.steps_per_second or 0:.0f}",
        "advice": _advice(result, words),
    }


def _worst_first(term: Term) -> int:
    return ("wrong", "cut", "partly", "unknown").index(term.verdict)


def _coarse(result: ProbeResult) -> StepSize | None:
    sizes = result.differences.sizes if result.differences else ()
    return next((size for size in sizes if size.step == COARSE and size.step != _best(result)), None)


def _best(result: ProbeResult) -> float:
    return result.differences.best_step if result.differences else 0.0


def _norms(horizon: Horizon | None, words: Phrases) -> str:
    if horizon is None:
        return ""
    told = [words.say("at_steps", norm=figure(each.norm), steps=each.steps) for each in horizon.norms]
    return ("，" if words.lang == "zh" else ", ").join(told)


def _growth(horizon: Horizon | None, words: Phrases) -> str:
    growth = horizon.growth if horizon else None
    if growth is None or not math.isfinite(growth):
        return ""
    if growth > EXPLODES:
        return words.say("exploding", factor=figure(growth))
    if growth < 1 / EXPLODES:
        return words.say("vanishing", factor=figure(1 / growth))
    norms = [each.norm for each in horizon.norms if each.norm > 0] if horizon else []
    return words.say("steady", factor=figure(max(norms) / min(norms)))


def _advice(result: ProbeResult, words: Phrases) -> list[str]:
    told = []
    if result.mujoco is not None:
        told.append(words.say("mujoco_bridge"))
    known = {"passes": "next_passes", "discrete": "next_discrete", "failed": "next_failed"}
    if result.status in ("partly", "wrong", "backward-fails"):
        told.append(words.say("next_partly"))
    told.append(words.say(known.get(result.status, "next_simulators")))
    return told


def figure(value: float) -> str:
    """Three significant digits."""
    return f"{value:.3g}"


def percent(value: float) -> str:
    """A share of one, in per cent."""
    return f"{100 * value:.2g} %"


def _disarmed(value: Any) -> Any:
    if isinstance(value, str):
        return disarm(value)
    if isinstance(value, list | tuple):
        return type(value)(_disarmed(each) for each in value)
    if isinstance(value, dict):
        return {key: _disarmed(each) for key, each in value.items()}
    return value
