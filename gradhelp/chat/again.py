"""What a check once more is about: the same problem, or, where the program was changed since, what became of it.

Invariant: a traceback is held only against the texts that it came from. Of a changed program its error is not expected:
that it does not come is what was wanted, and no reason to wait for it.
"""

from gradhelp.chat.case import Case
from gradhelp.diagnose import Result
from gradhelp.experiments.apply import changed_since
from gradhelp.experiments.trial import STEPS_PAST_ERROR


def once_more(last: Case, result: Result | None) -> Case:
    """`result` is what the last check has found. A changed program is watched as far past the error as a trial is."""
    if last.traceback is None:
        return last.model_copy(update={"steps": None})
    if result is None or result.plan is None or not changed_since(result.plan, result.sources):
        return last
    return last.after_change(result.diagnosis.run.optimizer_steps + STEPS_PAST_ERROR)
