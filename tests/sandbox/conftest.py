"""A user's folder to be harmed, and the proof that it was not."""

import errno
import os
import shutil
import stat
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from gradhelp.facts.recording import Recording
from gradhelp.sandbox import landlock
from gradhelp.sandbox.plan import Limits, RunPlan
from gradhelp.sandbox.process import run

PROGRAMS = Path(__file__).parent / "programs"
LAUNCHER = PROGRAMS / "launch.py"
QUICK = Limits(grace=0.3)


def snapshot(folder: Path) -> dict[str, tuple[object, ...]]:
    """Everything that a script could have changed in a folder, times included."""
    taken = {}
    for path in [folder, *sorted(folder.rglob("*"))]:
        status = path.lstat()
        content: object = None
        if stat.S_ISLNK(status.st_mode):
            content = os.readlink(path)
        elif stat.S_ISREG(status.st_mode):
            content = path.read_bytes()
        taken[str(path)] = (status.st_mode, status.st_nlink, status.st_size, status.st_mtime_ns, content)
    return taken


def survivors(word: str) -> list[str]:
    """The processes that have `word` in their command line or environment."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal() or entry.name == str(os.getpid()):
            continue
        try:
            text = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
        except OSError:
            continue
        if word.encode() in text:
            found.append(f"{entry.name}: {text[:200]!r}")
    return found


@dataclass
class Folder:
    """The user's home with a project in it, a neighbour that links lead to, and the temporary folder of the test."""

    home: Path
    project: Path
    outside: Path
    temporary: Path
    output: str = ""
    events: list[dict[str, object]] = field(default_factory=list)

    def use(self, program: str) -> Path:
        """Put a program into the project as train.py."""
        script = self.project / "train.py"
        shutil.copyfile(PROGRAMS / f"{program}.py", script)
        return script

    def run(self, program: str, *args: str, cancel_at: str = "", limits: Limits = QUICK, **plan: object) -> Recording:
        """Run a program and check what has to hold after every run. `cancel_at`: cancel once it has printed that."""
        script = self.use(program)
        before = snapshot(self.home)
        cancel = threading.Event()

        def on_output(_stream: str, text: str) -> None:
            self.output += text if len(self.output) < 100_000 else ""
            if cancel_at and cancel_at in self.output:
                cancel.set()

        complete = RunPlan(script=script, args=args, cwd=self.project, limits=limits, python=Path(sys.executable))
        recording = run(
            RunPlan(**{**vars(complete), **plan}),
            on_event=self.events.append, on_output=on_output, cancel=cancel, launcher=LAUNCHER,
        )  # fmt: skip
        assert snapshot(self.home) == before
        self.assert_clean()
        return recording

    def assert_clean(self) -> None:
        """No process and no file of the run is left."""
        assert survivors(str(self.temporary)) == []
        assert list(self.temporary.iterdir()) == []


@pytest.fixture
def folder(tmp_path, monkeypatch):
    home = tmp_path / "home"
    made = Folder(home, home / "user" / "project", home / "user" / "outside", tmp_path / "tmp")
    monkeypatch.setattr(tempfile, "tempdir", str(made.temporary))
    for place in (made.project / "data" / "deep", made.outside / "inner", made.temporary):
        place.mkdir(parents=True)
    (made.project / "notes.txt").write_text("notes")
    (made.project / ".env").write_text("SECRET=1")
    (made.project / "read only.txt").write_text("fixed")
    (made.project / "read only.txt").chmod(0o444)
    (made.project / "data" / "deep" / "demo.csv").write_text("1,2,3\n")
    (made.outside / "file.txt").write_text("outside")
    (made.outside / "inner" / "other.txt").write_text("outside, too")
    (made.project / "link to file").symlink_to(made.outside / "file.txt")
    (made.project / "link to folder").symlink_to(made.outside / "inner")
    (made.project / "link inside").symlink_to(made.project / "notes.txt")
    return made


@pytest.fixture
def without_landlock(monkeypatch):
    """A kernel that knows nothing of Landlock."""

    def missing(*_call: object) -> int:
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr(landlock, "_call", missing)
    landlock.works.cache_clear()
    yield
    landlock.works.cache_clear()


def wait_until(reached, seconds: float = 10.0) -> bool:
    """Whether a condition comes true in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if reached():
            return True
        time.sleep(0.02)
    return False
