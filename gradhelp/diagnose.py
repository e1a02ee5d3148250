"""THE use case: from what the user gives to a diagnosis. Every front end shows its result, none has its own."""

import threading
from collections.abc import Callable, Mapping
from pathlib import Path, PurePath
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from gradhelp.engine import findings_of
from gradhelp.facts.recording import Event, Recording
from gradhelp.facts.run import Run
from gradhelp.intake.notebook import read_notebook
from gradhelp.intake.paste import Paste
from gradhelp.intake.script import check_syntax, read_script
from gradhelp.intake.traceback import read_paste
from gradhelp.model.diagnosis import Diagnosis
from gradhelp.observe import observe
from gradhelp.sandbox.plan import RunPlan, Watching
from gradhelp.verdict import Known, answer

Stage = Literal["reading", "copying", "running", "analysing"]
PIPED = "stdin.py"
"""The name under which a script from standard input, or pasted into the chat, appears in results."""
IN_PLACE_PATIENCE = 1024
"""Optimizer steps without news after which a run in place is recorded less: it cannot be repeated."""


class Request(BaseModel):
    """What the user asks. One of `script`, `module`, `source`, or a `traceback` alone."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    script: Path | None = None
    module: str | None = None
    source: str | None = None
    """The text of a script that has no file."""
    traceback: str | None = None
    args: tuple[str, ...] = ()
    run: bool = True
    python: str | None = None
    timeout: float = 60
    """Seconds of wall-clock time; a program that no longer tells anything new is ended after half of it."""
    steps: Annotated[int, Field(gt=0)] | None = None
    """Watch for exactly so many optimizer steps."""
    lang: Literal["en", "zh"] = "en"
    in_place: bool = False

    @property
    def has_script(self) -> bool:
        """Whether there is anything to run."""
        return self.script is not None or self.module is not None or self.source is not None


class Progress(BaseModel):
    """How far a diagnosis is; sent now and then, from the thread that diagnoses."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    stage: Stage
    optimizer_steps: int = 0
    seconds: float = 0.0
    note: str = ""


class Result(BaseModel):
    """A diagnosis, the texts that its lines refer to, and the recording behind it (None where nothing was run)."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    diagnosis: Diagnosis
    sources: Mapping[str, str] = {}
    recording: Recording | None = None
    script_exit_code: int | None = None


OnProgress = Callable[[Progress], None]


def diagnose(
    request: Request, *, on_progress: OnProgress | None = None, cancel: threading.Event | None = None
) -> Result:
    """Read, run, analyse. Raises UsageError and AnalysisError with a sentence to show.

    `on_progress` is called from the calling thread; setting `cancel` ends the run, whose result then says so.
    """
    tell = on_progress or (lambda progress: None)
    tell(Progress(stage="reading"))
    paste = read_paste(request.traceback) if request.traceback is not None else None
    sources = _read(request)
    if not request.run or not request.has_script:
        known = Known(request.lang, paste, None, [], request.has_script, _shown_script(request))
        return Result(diagnosis=answer(known), sources=sources)
    tell(Progress(stage="copying"))
    plan = _plan(request, _watching(request, paste))
    recording = observe(plan, _Teller(tell), cancel)
    tell(Progress(stage="analysing"))
    return _explain(recording, request.lang, paste, _shown_script(request))


def replay(recording: Recording, lang: Literal["en", "zh"] = "en") -> Result:
    """The diagnosis of a saved recording; runs nothing and needs no torch."""
    return _explain(recording, lang, None, "SCRIPT")


def _explain(recording: Recording, lang: Literal["en", "zh"], paste: Any, script: str) -> Result:
    run = Run(recording)
    known = Known(lang, paste, run, findings_of(run, lang), True, script)
    code = recording.process.get("returncode")
    return Result(diagnosis=answer(known), sources=dict(recording.sources), recording=recording, script_exit_code=code)


def _read(request: Request) -> dict[str, str]:
    """The script's text, refused with one sentence where it cannot be run."""
    if request.source is not None:
        check_syntax(request.source, PIPED, request.lang)
        return {PIPED: request.source}
    if request.script is None:
        return {}
    if request.script.suffix == ".ipynb":
        return read_notebook(request.script, request.lang)
    text = read_script(request.script, request.lang)
    check_syntax(text, str(request.script), request.lang)
    return {request.script.name: text}


def _watching(request: Request, paste: Paste | None) -> Watching:
    """Until the error that was pasted; where none is expected, until the training has long told nothing new."""
    if request.in_place:
        return Watching(patience=IN_PLACE_PATIENCE)
    if paste is not None and paste.error is not None and paste.gradient_problem is not False:
        return Watching(sleep=False, steps=request.steps)
    rest = request.timeout / 2 if request.steps is None else None
    return Watching(steps=request.steps, rest=rest, hurry=True)


def _plan(request: Request, watching: Watching) -> RunPlan:
    overlay: dict[PurePath, str] = {}
    script = request.script
    if request.source is not None:
        script = Path(PIPED)
        overlay = {PurePath(PIPED): request.source}
    return RunPlan(
        script=script,
        module=request.module,
        args=request.args,
        python=Path(request.python) if request.python else None,
        timeout=None if request.in_place else request.timeout,
        in_place=request.in_place,
        overlay=overlay,
        language=request.lang,
        watching=watching,
    )


def _shown_script(request: Request) -> str:
    if request.module is not None:
        return f"-m {request.module}"
    return str(request.script) if request.script is not None else "-"


class _Teller:
    """Turns the events of a run into progress."""

    def __init__(self, tell: OnProgress) -> None:
        self._tell = tell

    def __call__(self, event: Event) -> None:
        kind = event.get("event")
        if kind == "start":
            self._tell(Progress(stage="running"))
        elif kind == "progress":
            self._tell(
                Progress(
                    stage="running",
                    optimizer_steps=int(event.get("optimizer_steps") or 0),
                    seconds=float(event.get("seconds") or 0.0),
                )
            )
