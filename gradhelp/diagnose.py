"""THE use case: from what the user gives to a diagnosis. Every front end shows its result, none has its own."""

import threading
from collections.abc import Callable, Mapping
from pathlib import Path, PurePath
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from gradhelp.facts.observed import Counts, counts_of
from gradhelp.facts.recording import Event, Recording
from gradhelp.facts.run import Run
from gradhelp.intake.notebook import read_notebook
from gradhelp.intake.paste import Paste
from gradhelp.intake.script import check_syntax, read_script
from gradhelp.intake.traceback import read_paste
from gradhelp.model.diagnosis import Diagnosis
from gradhelp.observe import observe
from gradhelp.sandbox.interpreter import find_interpreter
from gradhelp.sandbox.isolation import Isolation, choose_isolation
from gradhelp.sandbox.plan import RunPlan, Watching
from gradhelp.verdict import Known, answer

Stage = Literal["reading", "copying", "running", "analysing", "trying"]
PIPED = "stdin.py"
"""The name under which a script from standard input, or pasted into the chat, appears in results."""
WATCHED = Watching()
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
    allow_write: tuple[Path, ...] = ()
    """Where the script may write besides its copy."""

    @property
    def has_script(self) -> bool:
        """Whether there is anything to run."""
        return self.script is not None or self.module is not None or self.source is not None


class Progress(BaseModel):
    """How far a diagnosis is; sent now and then, from the thread that diagnoses."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    stage: Stage
    counts: Counts = Counts()
    """What has been counted so far."""
    seconds: float = 0.0
    note: str = ""


class Result(BaseModel):
    """A diagnosis, the texts that its lines refer to, and the recording behind it (None where nothing was run)."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    diagnosis: Diagnosis
    sources: Mapping[str, str] = {}
    recording: Recording | None = None
    script_exit_code: int | None = None
    plan: RunPlan | None = None
    """How the recording was made, so that a repair can be tried in the same way; None for a recording that was loaded."""
    change: Mapping[str, str] = {}
    """What the first fix shows, as whole new texts of the files it changes; empty where there is no such change."""

    @property
    def to_be_tried(self) -> bool:
        """Whether `prove` has anything to try."""
        return self.plan is not None and self.recording is not None and self.diagnosis.status == "diagnosed"

    @property
    def untried(self) -> "Result":
        """The result without a word on whether its fixes work, to be shown while they are tried."""
        findings = [
            finding.model_copy(update={"fixes": [fix.model_copy(update={"verification": ""}) for fix in finding.fixes]})
            for finding in self.diagnosis.findings
        ]
        return self.model_copy(update={"diagnosis": self.diagnosis.model_copy(update={"findings": findings})})

    def same_order(self, other: "Result") -> bool:
        """Whether both name the same findings in the same order."""
        places = [[(f.rule, f.file, f.line, f.severity) for f in result.diagnosis.findings] for result in (self, other)]
        return places[0] == places[1]


OnProgress = Callable[[Progress], None]


class Outlook(BaseModel):
    """What a run would be, told before anything is run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    python: Path
    version: str
    torch: str
    isolation: Isolation
    timeout: float
    """Seconds."""


def outlook(request: Request) -> Outlook:
    """How `request` would be run. Starts the interpreter to ask who it is, and nothing of the user's.

    Raises UsageError and AnalysisError where it cannot be run.
    """
    plan = plan_of(request)
    found = find_interpreter(plan)
    return Outlook(
        python=found.path,
        version=found.version,
        torch=found.torch,
        isolation=choose_isolation(plan),
        timeout=request.timeout,
    )


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
    plan = plan_of(request, _watching(request, paste))
    recording = observe(plan, _Teller(tell), cancel)
    tell(Progress(stage="analysing"))
    return _explain(recording, request.lang, paste, _shown_script(request)).model_copy(update={"plan": plan})


def prove(
    result: Result,
    lang: Literal["en", "zh"] = "en",
    *,
    run: bool = True,
    on_progress: OnProgress | None = None,
    cancel: threading.Event | None = None,
) -> Result:
    """The result with the fixes of its findings tried: each in a run of the patched copy, in the same isolation.

    With `run` false the changes are only worked out, not tried. Where nothing can be tried the result is handed back.
    """
    if result.plan is None or result.recording is None or not result.to_be_tried:
        return result
    from gradhelp.experiments.proof import prove as tried  # here: reading and running need no syntax trees

    tell = on_progress or (lambda progress: None)
    proved = tried(
        result.plan, result.recording, lang, cancel, run=run, on_trial=lambda _: tell(Progress(stage="trying"))
    )
    diagnosis = result.diagnosis.model_copy(update={"findings": proved.findings})
    return result.model_copy(update={"diagnosis": diagnosis, "change": proved.change})


def replay(recording: Recording, lang: Literal["en", "zh"] = "en") -> Result:
    """The diagnosis of a saved recording; runs nothing and needs no torch."""
    return _explain(recording, lang, None, "SCRIPT")


def _explain(recording: Recording, lang: Literal["en", "zh"], paste: Any, script: str) -> Result:
    from gradhelp.engine import findings_of  # here: who shows results, and has others work them out, needs no rules

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


def plan_of(request: Request, watching: Watching = WATCHED) -> RunPlan:
    """How `request` is run. Raises UsageError where it asks for nothing that could be."""
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
        allow_write=request.allow_write,
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
                    counts=counts_of(event),
                    seconds=float(event.get("seconds") or 0.0),
                )
            )
