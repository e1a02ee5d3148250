"""What the kernel keeps a script from, what it lets through, and what remains where there is no Landlock."""

import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from conftest import LAUNCHER, PROGRAMS, snapshot

from gradhelp.errors import UsageError
from gradhelp.paths import PACKAGE
from gradhelp.sandbox import landlock, places
from gradhelp.sandbox.landlock import handled_rights
from gradhelp.sandbox.plan import RunPlan
from gradhelp.sandbox.process import run
from gradhelp.sandbox.project import find_project
from gradhelp.sandbox.scratch import make_scratch
from gradhelp.sandbox.terminals import is_terminal

needs_landlock = pytest.mark.skipif(not landlock.works(), reason="this kernel has no Landlock")


@pytest.fixture
def homely(folder, monkeypatch):
    """The folder with a home that programs find by `~`, and something to harm in it and in the project."""
    monkeypatch.setenv("HOME", str(folder.home))
    for place in (folder.home / "results", folder.project):
        (place / "deep" / "empty").mkdir(parents=True)
        (place / "deep" / "weights.pt").write_bytes(b"weights")
        (place / "victim.txt").write_text("precious")
    return folder


@needs_landlock
def test_nothing_of_the_users_changes_by_absolute_paths(homely):
    process = homely.run("reaches_out", str(homely.home / "results"), str(homely.outside)).process
    assert process["isolation"] == "landlock"
    told = json.loads(process["stdout"])
    assert len(told) == 48
    assert {attempt for attempt, end in told.items() if end == "done"} == set()


@needs_landlock
def test_nothing_of_the_original_project_changes(homely):
    # An argument that names the project would be led into the copy; the script finds the way by itself.
    (homely.outside / "where").write_text(str(homely.project))
    script = homely.use("reaches_out")
    text = script.read_text()
    changed = text.replace("sys.argv[1:]", f"[open({str(homely.outside / 'where')!r}).read()]")
    process = homely.run("reaches_out", overlay={script: changed}).process
    told = json.loads(process["stdout"].replace("\\n", ""))
    assert len(told) == 24
    assert set(told.values()) <= {"PermissionError", "OSError", "CalledProcessError", "Error"}


@needs_landlock
def test_what_programs_do_with_their_own_is_let_through(homely):
    process = homely.run("works_as_usual").process
    assert (process["outcome"], process["returncode"]) == ("exited", 0), process["stderr"]
    assert process["stdout"] == f"{-signal.SIGTERM} ['2.txt', '3.txt', 'child.txt', 'data', 'logs', 'moved']\n"


@needs_landlock
@pytest.mark.skipif(landlock.abi() < landlock.SCOPE_SINCE, reason="this kernel does not confine signals")
def test_a_script_cannot_end_its_watcher(folder):
    recording = folder.run("kills_ancestors", "2")
    assert (recording.process["outcome"], recording.process["returncode"]) == ("exited", 1)
    assert recording.last("exception")["type"] == "PermissionError"


def test_without_landlock_a_script_works_in_a_copy_alone(folder, without_landlock):
    process = folder.run("changes_everything").process
    assert (process["isolation"], process["returncode"]) == ("copy", 0)


def test_each_version_is_asked_for_what_it_knows():
    bits = [handled_rights(version).bit_count() for version in range(1, 8)]
    assert bits == [11, 12, 13, 13, 14, 14, 14]


@pytest.fixture
def scratch_of(homely):
    """The scratch of a plan, and the places that a run of it may write to."""
    made = []

    def make(**more):
        plan = RunPlan(script=homely.use("works_as_usual"), cwd=homely.project, **more)
        scratch = make_scratch(plan, find_project(plan))
        made.append(scratch)
        return scratch, places.writable(plan, scratch, Path(sys.executable), os.environ)

    yield make
    for scratch in made:
        scratch.remove()


def test_the_shared_temporary_folder_is_open_only_where_it_holds_nothing_of_the_users(homely, scratch_of, monkeypatch):
    apart = homely.home.parent / "shared"
    apart.mkdir()
    for shared, is_open in ((apart, True), (homely.home.parent, False), (homely.home, False)):
        monkeypatch.setattr(places, "SHARED_TEMPORARY", str(shared))
        assert (str(shared) in scratch_of()[1].beneath) == is_open


def test_a_cache_of_compiled_code_is_used_where_it_is_and_made_in_the_scratch_where_it_is_not(homely, scratch_of):
    kernels = homely.home / ".cache" / "warp"
    kernels.mkdir(parents=True)
    for name in ("huggingface", "pip"):
        (homely.home / ".cache" / name).mkdir()
    environ = {"TRITON_CACHE_DIR": str(homely.project), "NUMBA_CACHE_DIR": "relative"}
    scratch, _ = scratch_of()
    plan = RunPlan(script=homely.project / "train.py", cwd=homely.project)
    beneath = places.writable(plan, scratch, Path(sys.executable), environ).beneath
    assert [path for path in beneath if path.startswith(str(homely.home))] == [str(kernels)]
    settings = places.cache_settings(scratch, environ)
    assert "WARP_CACHE_PATH" not in settings
    assert all(Path(settings[name]).is_relative_to(scratch.base) for name in ("TRITON_CACHE_DIR", "NUMBA_CACHE_DIR"))


def test_no_disk_is_among_the_devices(scratch_of):
    devices = [path for path in scratch_of()[1].existing if path.startswith("/dev/")]
    assert os.devnull in devices
    assert not [path for path in devices if stat.S_ISBLK(os.stat(path).st_mode) or is_terminal(os.stat(path))]
    assert "/dev/pts" not in devices


REACHES = """
import fcntl, json, os, sys, termios
def typed(flags):
    opened = os.open(sys.argv[1], flags | os.O_NOCTTY)
    fcntl.ioctl(opened, termios.TIOCSWINSZ, bytes(8))
told = {}
for flags in (os.O_RDONLY, os.O_WRONLY, os.O_RDWR, os.O_ACCMODE):
    try:
        typed(flags)
        told[flags] = "done"
    except OSError as error:
        told[flags] = type(error).__name__
print(json.dumps(told))
"""


@needs_landlock
def test_a_script_cannot_reach_a_terminal(homely):
    master, terminal = os.openpty()
    try:
        # The name is put into the program: an argument that is a path may be led into the copy.
        script = homely.use("works_as_usual")
        text = REACHES.replace("sys.argv[1]", repr(os.ttyname(terminal)))
        process = homely.run("works_as_usual", overlay={script: text}).process
        told = json.loads(process["stdout"])
        if landlock.abi() < landlock.CONTROL_SINCE:
            told.pop(str(os.O_ACCMODE))
        assert set(told.values()) == {"PermissionError"}
    finally:
        os.close(master)
        os.close(terminal)


def test_serial_lines_and_graphics_cards_are_no_terminals():
    def device(major, minor):
        return os.stat_result((stat.S_IFCHR | 0o666, *[0] * 9), {"st_rdev": os.makedev(major, minor)})

    terminals = [(4, 0), (4, 1), (5, 0), (5, 1), (5, 2), (7, 1), (136, 3), (143, 9)]
    others = [(1, 3), (4, 64), (188, 0), (166, 0), (195, 0), (226, 128)]
    assert [each for each in terminals + others if is_terminal(device(*each))] == terminals


@needs_landlock
def test_what_the_user_allows_is_let_through_and_made_where_it_is_missing(homely):
    for place in (Path("~/allowed"), Path("../beside")):
        script = homely.use("works_as_usual")
        target = homely.project / place.expanduser()
        overlay = {script: f"open({str(target / 'model.pt')!r}, 'w').write('weights')"}
        plan = RunPlan(
            script=script, cwd=homely.project, python=Path(sys.executable), overlay=overlay, allow_write=(place,)
        )
        assert run(plan, launcher=LAUNCHER).process["returncode"] == 0
        assert (target / "model.pt").read_text() == "weights"


def test_what_cannot_be_made_is_refused_in_a_sentence(homely, scratch_of):
    with pytest.raises(UsageError, match="notes"):
        scratch_of(allow_write=(Path("notes.txt/below"),))


OLDER = """
import os, sys
from gradhelp.sandbox import landlock
version, inside, outside = int(sys.argv[1]), *sys.argv[2:]
landlock.abi = lambda: version
landlock.restrict(landlock.Writable((inside,), ("/dev/null",)))
for act in (
    lambda: open(outside + "/new", "w"),
    lambda: open(outside + "/victim.txt", "w"),
    lambda: os.unlink(outside + "/victim.txt"),
    lambda: os.rename(outside + "/victim.txt", inside + "/taken"),
    lambda: os.link(outside + "/victim.txt", inside + "/linked"),
):
    try:
        act()
        sys.exit("let through")
    except OSError:
        pass
assert open(outside + "/notes.txt").read() is not None
assert os.read(os.open("/dev/urandom", os.O_RDONLY), 1)
open(inside + "/new", "w").close()
os.rename(inside + "/new", inside + "/renamed")
open("/dev/null", "w").close()
"""


@needs_landlock
@pytest.mark.parametrize("version", range(1, landlock.abi() + 1))
def test_every_version_protects(homely, version):
    inside = homely.home.parent / "inside"
    inside.mkdir()
    before = snapshot(homely.home)
    command = [sys.executable, "-c", OLDER, str(version), str(inside), str(homely.project)]
    done = subprocess.run(command, cwd=PACKAGE.parent, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert snapshot(homely.home) == before


@needs_landlock
def test_torch_works_in_the_copy_and_its_refused_file_is_named(homely, monkeypatch):
    pytest.importorskip("torch")
    # Workers hand over tensors by sockets, whose names have to be short.
    monkeypatch.setattr(tempfile, "tempdir", None)
    script = homely.project / "train.py"
    shutil.copyfile(PROGRAMS / "trains_and_saves.py", script)
    process = run(RunPlan(script=script, cwd=homely.project, python=Path(sys.executable))).process
    assert process["stdout"] == "trained\n", process["stderr"]
    kept = homely.home / "results" / "model.pt"
    assert process["refused"] == {"path": str(kept), "allow": str(kept.parent)}
    assert not kept.exists()
