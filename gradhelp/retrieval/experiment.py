"""Runs the experiment of an answer, isolated as the user's programs are, and gives what it measured."""

import threading
from pathlib import Path

from gradhelp.catalog import Lang
from gradhelp.errors import AnalysisError
from gradhelp.model.span import Frozen
from gradhelp.report.phrases import phrases
from gradhelp.sandbox import process
from gradhelp.sandbox.plan import RunPlan

SECONDS = 60.0
"""An experiment takes less than one; importing torch can take many on a busy machine."""


class Measured(Frozen):
    """What the experiment of an answer printed, on this machine and with this torch."""

    answer: str
    table: str
    torch: str
    seconds: float


def measure(
    answer: str, experiment: Path, *, python: str | None, lang: Lang, cancel: threading.Event | None = None
) -> Measured:
    """The output of the program `experiment`.

    Raises AnalysisError where the program did not end as it should (cancelled, for one), and what `process.run` raises.
    """
    chosen = Path(python) if python else None
    plan = RunPlan(script=experiment, python=chosen, cwd=experiment.parent, timeout=SECONDS, language=lang)
    recording = process.run(plan, cancel=cancel)
    ended = recording.process
    if ended.get("outcome") != "exited" or ended.get("returncode") != 0:
        last = str(ended.get("stderr") or ended.get("reason") or "").strip().rpartition("\n")[2]
        raise AnalysisError(phrases("retrieval", lang).say("experiment_failed", reason=last))
    version = str((recording.last("torch") or {}).get("version", "?"))
    return Measured(answer=answer, table=str(ended["stdout"]), torch=version, seconds=float(ended["seconds"]))
