"""What a conversation remembers of an earlier one: the turns, the last program, the last result."""

from collections.abc import Sequence
from contextlib import suppress

from gradhelp.chat.case import Case
from gradhelp.chat.sessions import Kept
from gradhelp.chat.turns import DiagnosisTurn, FixesTurn, Step
from gradhelp.chat.written import Change, Undone, standing
from gradhelp.diagnose import Request, Result, plan_of
from gradhelp.errors import GradhelpError
from gradhelp.model.span import Frozen
from gradhelp.report.phrases import Lang


class Memory(Frozen):
    """Of one conversation."""

    model_config = Frozen.model_config | {"arbitrary_types_allowed": True}

    turns: tuple[Step, ...] = ()
    case: Case | None = None
    result: Result | None = None
    changes: tuple[Change, ...] = ()
    """What can still be taken back."""


def remembered(kept: Sequence[Kept], *, python: str | None, lang: Lang) -> Memory:
    """The memory of what was kept. The result can be applied as if it were new, but not tried again."""
    case = next((each for each in reversed(kept) if isinstance(each, Case)), None)
    last = next((each for each in reversed(kept) if isinstance(each, DiagnosisTurn | FixesTurn)), None)
    result = last.result if last else None
    request = case.request(python=python, lang=lang) if case else None
    if result is not None and isinstance(request, Request) and request.has_script:
        with suppress(GradhelpError):
            result = result.model_copy(update={"plan": plan_of(request)})
    turns = tuple(each for each in kept if not isinstance(each, Case | Change | Undone))
    return Memory(turns=turns, case=case, result=result, changes=tuple(standing(kept)))
