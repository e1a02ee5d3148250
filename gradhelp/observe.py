"""As many runs of a program as it takes: one more on the CPU where there is no CUDA, one more where something was missed.

The tracer records less once training tells nothing new (`tracer/vigil.py`), and cannot explain what it meets after that.
It says that there was something; then the program is run again and recorded in full up to there. In place, where a
program must run once and to its own end, what was missed is only told.
"""

import threading
from dataclasses import replace

from gradhelp.facts.recording import Event, Recording
from gradhelp.intake.families import classify
from gradhelp.sandbox import process
from gradhelp.sandbox.launching import OnEvent
from gradhelp.sandbox.plan import RunPlan, Watching

CLOSELY = 64
"""So many optimizer steps more than the first run the second one is watched."""


def observe(plan: RunPlan, on_event: OnEvent | None = None, cancel: threading.Event | None = None) -> Recording:
    """Run the plan and give the recording that shows most. What `process.run` raises passes through.

    `plan.timeout` holds for each run.
    """
    first = process.run(plan, on_event=on_event, cancel=cancel)
    if plan.in_place:
        return first
    if _lacks_cuda(first):
        plan = replace(plan, on_cpu=True)
        first = process.run(plan, on_event=on_event, cancel=cancel)
    missed = what_was_missed(first)
    if missed is None or (cancel is not None and cancel.is_set()):
        return first
    second = process.run(replace(plan, watching=closely(plan.watching, missed)), on_event=on_event, cancel=cancel)
    return better(first, second, missed)


def what_was_missed(recording: Recording) -> Event | None:
    """The event of what came while the tracer was asleep, where it may have to do with gradients."""
    news = recording.last("news")
    if news is None or news.get("why") != "error":
        return news
    raised = _exception(recording)
    if raised is None:
        return None
    family = classify(str(raised.get("type", "")), str(raised.get("message", "")))
    return news if family is None or family.gradient else None


def closely(watching: Watching, missed: Event) -> Watching:
    """How the second run is watched: in full, and once more so at what was missed. An error ends it by itself."""
    step = int(missed.get("steps") or 0)
    ends = [] if missed.get("why") == "error" else [step + CLOSELY]
    if watching.steps is not None:
        ends.append(watching.steps)
    return Watching(sleep=False, again=step, steps=min(ends, default=None))


def better(first: Recording, second: Recording, missed: Event) -> Recording:
    """The second recording if it got as far as the first one, with a word on the other."""
    end = second.last("end") or second.last("progress") or {}
    as_far = int(end.get("optimizer_steps") or 0) >= int(missed.get("steps") or 0)
    met = _exception(second) is not None or (missed.get("why") != "error" and as_far)
    chosen = second if met else first
    word = {**missed, "event": "again", "chosen": "second" if met else "first"}
    return Recording((*chosen.events[:-1], word, *chosen.events[-1:]))


def _exception(recording: Recording) -> Event | None:
    """The program's own, not the interrupt with which a run is stopped."""
    raised = recording.last("exception")
    return None if raised is None or raised.get("type") == "KeyboardInterrupt" else raised


def _lacks_cuda(recording: Recording) -> bool:
    """Whether the program stopped because this machine has no CUDA."""
    raised = recording.last("exception") or {}
    family = classify(str(raised.get("type", "")), str(raised.get("message", "")))
    return family is not None and family.id == "no-cuda"
