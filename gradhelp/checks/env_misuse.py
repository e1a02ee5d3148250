"""The environment is stepped before a reset, or after the episode has ended."""

import re
from collections.abc import Iterator
from typing import Literal

from gradhelp.checks.sighting import Sighting
from gradhelp.facts.node import span_of
from gradhelp.facts.run import Run
from gradhelp.model.evidence_backward import EnvMisuse
from gradhelp.model.span import Frozen

Evidence = EnvMisuse
BEFORE = r"before calling `?env\.reset|[Cc]all reset before|before `?reset|needs? to be reset|must (?:first )?(?:call )?reset|ResetNeeded"
AFTER = r"_autoreset_envs|after the episode|already (?:terminated|done|returned)|step\(\) after|episode (?:is|has) (?:done|ended|finished)"
OUT = (
    r"out of (?:range|bounds)|outside (?:of )?the action space|not within|\(<class '(?:int|numpy\.u?int\d*)'>\) invalid"
)
WARNED = "You are calling 'step()' even though this environment has already returned terminated"


class Params(Frozen):
    """None."""


def check(run: Run, params: Params) -> Iterator[Sighting]:
    for failure in run.failures:
        where = failure.call("step", "step_async", "render", "last")
        text = f"{failure.type} {failure.message}"
        problem = _problem(text)
        if where is not None and problem is not None:
            home = where.code.partition(".step(")[0]
            yield Sighting(EnvMisuse(where=where, problem=problem, detail=failure.message[:200], environment=home))
            return

    for event in run.recording.of("step_before_reset"):
        where = span_of(event.get("span"))
        if where is not None and run.exception is not None:
            detail, home = str(run.exception.get("message"))[:200], where.code.partition(".step(")[0]
            yield Sighting(EnvMisuse(where=where, problem="step-before-reset", detail=detail, environment=home))
            return

    if WARNED in str(run.recording.process.get("stderr") or ""):
        for event in run.recording.of("step_after_done"):
            where = span_of(event.get("span"))
            if where is not None:
                home = where.code.partition(".step(")[0]
                yield Sighting(EnvMisuse(where=where, problem="step-after-done", environment=home, raised=False))
                return


def _problem(text: str) -> Literal["step-before-reset", "step-after-done", "out-of-range"] | None:
    if re.search(AFTER, text):
        return "step-after-done"
    if re.search(BEFORE, text):
        return "step-before-reset"
    return "out-of-range" if re.search(OUT, text) else None
