"""The PPO program under a sampling profiler of its own: a timer of CPU time asks which function is being run.

Copied beside the program by hotspots.py. Counts go to `hotspots.json`: innermost functions of the tracer, and how many
samples fell into the tracer at all.
"""

import collections
import json
import signal
import sys
from types import FrameType

import ppo_continuous

INTERVAL = 0.002
inner, outer = collections.Counter(), collections.Counter()
TRACER = sys.modules["gradhelp@tracer"].__path__[0]


def place(frame: FrameType) -> str:
    code = frame.f_code
    name = getattr(code, "co_qualname", code.co_name)
    return f"{code.co_filename.rpartition('/')[2]}:{code.co_firstlineno} {name}"


def sample(number: int, frame: FrameType | None) -> None:
    """Self time goes to the innermost function; time below a probe goes to the probe that the user's code called."""
    if frame is None:
        return
    first, outermost = frame, None
    while frame is not None and frame.f_code.co_name != "<module>":
        if frame.f_code.co_filename.startswith(TRACER):
            outermost = frame
        frame = frame.f_back
    inner[place(first) if first.f_code.co_filename.startswith(TRACER) else "elsewhere"] += 1
    outer[place(outermost) if outermost is not None else "outside the tracer"] += 1


signal.signal(signal.SIGPROF, sample)
signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)
try:
    ppo_continuous.train(ppo_continuous.options_from_command_line())
finally:
    signal.setitimer(signal.ITIMER_PROF, 0)
    with open("hotspots.json", "w", encoding="utf-8") as stream:
        json.dump({"inner": inner.most_common(), "outer": outer.most_common()}, stream)
