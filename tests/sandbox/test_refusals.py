"""Which failures are told to be the isolation's: writes that it refused, and nothing that the script would fail for anyway."""

import os

import pytest

from gradhelp.sandbox import refusals
from gradhelp.sandbox.landlock import Writable
from gradhelp.sandbox.refusals import Refusal, refusal


@pytest.fixture
def places(tmp_path, monkeypatch):
    """A scratch that is open, a project and a folder of results that are not; home is above them."""
    for name in ("scratch", "project", "home/results", "home/locked"):
        (tmp_path / name).mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    may = os.access
    # As another user would be answered; tests may run as root, who may do everything.
    monkeypatch.setattr(refusals.os, "access", lambda path, mode: "locked" not in str(path) and may(path, mode))
    return tmp_path


def judged(places, raised=None, stderr="", beneath=()):
    inside = Writable((str(places / "scratch"), *beneath), ("/dev/null",))
    return refusal(raised, stderr, places / "project", inside)


def error(kind="PermissionError", message="", denied=(), code="", cause=None):
    return {"type": kind, "message": message, "denied": list(denied), "frames": [{"code": code}], "cause": cause}


def test_a_file_that_was_denied_is_named_with_the_folder_to_allow(places):
    path = places / "home" / "results" / "model.pt"
    assert judged(places, error(denied=[str(path)])) == Refusal(str(path), str(path.parent))


def test_the_first_candidate_that_was_closed_counts(places):
    path = places / "home" / "results" / "model.pt"
    denied = ["/dev/null", str(places / "scratch" / "a"), str(places / "home" / "locked" / "x"), str(path)]
    assert judged(places, error(denied=denied)).path == str(path)


def test_a_wrapped_cause_counts(places):
    path = str(places / "home" / "results" / "x")
    assert judged(places, error("RuntimeError", "could not save", cause=error(denied=[path]))).path == path


@pytest.mark.parametrize(
    "message",
    [
        "Caught PermissionError in DataLoader worker process 0.\n  File \"/etc/worker.py\", line 3\nPermissionError: [Errno 13] Permission denied: '{}'",
        "Unable to create file (name = '{}', errno = 13, error message = 'Permission denied')",
        "File {} cannot be opened.",
    ],
)
def test_a_path_that_only_the_message_names_counts(places, message):
    path = str(places / "home" / "results" / "x y.h5" if "'" in message else places / "home" / "results" / "x.pt")
    assert judged(places, error("RuntimeError", message.format(path))).path == path


def test_a_path_that_only_the_line_writes_out_counts(places):
    path = str(places / "home" / "results" / "log.db")
    raised = error("OperationalError", "unable to open database file", code=f'sqlite3.connect("{path}")')
    assert judged(places, raised).path == path


def test_a_line_that_names_a_place_below_home_is_understood(places):
    raised = error(message="[Errno 13] Permission denied: 'a.txt'", code='rmtree(expanduser("~/results"))')
    assert judged(places, raised).path == str(places / "home" / "results")


def test_what_a_failed_child_printed_counts_for_a_failed_child_only(places):
    path = str(places / "home" / "results" / "out")
    stderr = f"mkdir: cannot create directory ‘{path}’: Permission denied\n"
    assert judged(places, error("CalledProcessError", "returned 1"), stderr).path == path
    assert judged(places, None, stderr).path == path
    assert judged(places, error("ValueError", "bad shape"), stderr) is None


def test_what_fails_without_isolation_too_is_the_scripts_own(places):
    locked = str(places / "home" / "locked" / "x")
    assert judged(places, error(message=f"[Errno 13] Permission denied: '{locked}'", denied=[locked])) is None
    assert judged(places, error("ValueError", "assignment destination is read-only", code="open('/tmp/x')")) is None
    assert judged(places, error("RuntimeError", f"shapes of {places}/home/results do not match")) is None


def test_a_text_that_names_the_project_may_mean_the_copy(places):
    assert judged(places, error("RuntimeError", f"Permission denied: '{places}/project/x'")) is None


def test_too_much_is_not_advised(places):
    home = places / "home"
    assert judged(places, error(denied=[str(home / "model.pt")])).allow is None
    assert judged(places, error(denied=[str(home)])).allow is None
    assert judged(places, error(denied=[str(home / "runs")])).allow == str(home / "runs")
    results = str(home / "results")
    # The folder itself cannot be removed even where everything in it is allowed.
    assert judged(places, error(denied=[results]), beneath=[results]) == Refusal(results, None)
