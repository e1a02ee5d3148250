"""What a started run does, whoever starts it: diagnose, hand on what was found, try the repairs; or probe; or measure."""

import threading
from collections.abc import Callable

from gradhelp.chat.turns import Outcome, StartExperiment, StartRun
from gradhelp.diagnose import Progress, Result, diagnose, prove
from gradhelp.probe import ProbeRequest, probe
from gradhelp.retrieval.experiment import measure


def check(
    start: StartRun | StartExperiment,
    *,
    on_progress: Callable[[Progress], None],
    on_found: Callable[[Result], None],
    cancel: threading.Event,
) -> Outcome:
    """Carry it out in the calling thread. Raises what `diagnose` and `probe` raise; setting `cancel` ends it."""
    if isinstance(start, StartExperiment):
        on_progress(Progress(stage="running"))
        return measure(start.answer, start.experiment, python=start.python, lang=start.lang, cancel=cancel)
    request = start.request
    if isinstance(request, ProbeRequest):
        on_progress(Progress(stage="running"))
        return probe(request, cancel=cancel)
    result = diagnose(request, on_progress=on_progress, cancel=cancel)
    if cancel.is_set() or not result.to_be_tried:
        return result
    on_found(result)
    return prove(result, request.lang, on_progress=on_progress, cancel=cancel)
