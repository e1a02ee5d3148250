"""What the user has given so far, and what is still missing."""

from pathlib import Path
from typing import Literal

from gradhelp.chat.scripts import Target, existing_script
from gradhelp.diagnose import Request
from gradhelp.intake.paste import Paste
from gradhelp.model.span import Frozen
from gradhelp.probe import ProbeRequest


class Case(Frozen):
    """One problem: a traceback, a program, or both; or an environment to probe. Of the last three at most one is set."""

    traceback: str | None = None
    target: Target | None = None
    source: str | None = None
    probe: str | None = None
    allow_write: tuple[Path, ...] = ()
    """Where the program may write besides its copy, by the user's word for this program."""
    steps: int | None = None
    """Watch for so many optimizer steps; None: for as long as a check takes."""
    settled: bool = False
    """A check has answered it: what comes next is another problem."""

    @property
    def has_program(self) -> bool:
        """Whether there is something to run."""
        return self.target is not None or self.source is not None or self.probe is not None

    def home(self, folder: Path) -> Path:
        """The folder whose code would be run; `folder` is where relative paths start."""
        script = self.target.script if self.target else None
        place = Path(self.probe.rpartition(":")[0] or self.probe) if self.probe else script
        if place is None or (self.probe and place.suffix != ".py"):
            return folder
        place = folder / place
        return place if place.is_dir() else place.parent

    def with_target(self, target: Target) -> "Case":
        """The case with this program, together with a traceback that still waits for one."""
        return Case(traceback=self._open_traceback, target=target)

    def with_source(self, source: str) -> "Case":
        """The case with this pasted program, together with a traceback that still waits for one."""
        return Case(traceback=self._open_traceback, source=source)

    def with_program_of(self, other: "Case") -> "Case":
        """This case's traceback with the other's program."""
        return self.model_copy(update={"target": other.target, "source": other.source})

    def after_change(self, steps: int) -> "Case":
        """The program alone, watched for so many optimizer steps: its files are not those the traceback came from."""
        return self.model_copy(update={"traceback": None, "steps": steps})

    def request(self, *, python: str | None, lang: Literal["en", "zh"]) -> Request | ProbeRequest:
        """What to check; with a traceback alone nothing is run."""
        if self.probe is not None:
            return ProbeRequest(target=self.probe, python=python, lang=lang)
        target = self.target or Target()
        return Request(
            script=target.script,
            module=target.module,
            source=self.source,
            traceback=self.traceback,
            args=target.args,
            run=self.has_program,
            python=python,
            lang=lang,
            allow_write=self.allow_write,
            steps=self.steps,
        )

    @property
    def _open_traceback(self) -> str | None:
        return None if self.settled else self.traceback


def script_named_in(paste: Paste, folder: Path) -> Path | None:
    """The program that a traceback came from, where its file is on this disk: the outermost of the user's frames.

    A traceback of another machine names another folder: a file of that name here counts if it has that very line.
    """
    own = [frame for frame in paste.frames if frame.user]
    for frame in own:
        if found := existing_script(frame.file, folder):
            return found
    for frame in own:
        found = existing_script(frame.file.replace("\\", "/").rpartition("/")[2], folder)
        if found and frame.code and _has_line(found, frame.line, frame.code):
            return found
    return None


def _has_line(path: Path, number: int, code: str) -> bool:
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    return 0 < number <= len(lines) and lines[number - 1].strip() == code.strip()
