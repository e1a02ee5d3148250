"""Scripts that do their worst: each run ends as it should, and leaves nothing changed and nothing behind.

`Folder.run` checks after every run that the user's folder is the same to the byte, links and times included, that no
process survives, and that the scratch is gone.
"""

import dataclasses
import shutil
import time

import pytest
from conftest import QUICK


def limits(**bounds):
    return dataclasses.replace(QUICK, **bounds)


def test_endless_output_is_stopped(folder):
    process = folder.run("prints_much", "200").process
    assert process["outcome"] == "output-limit"
    assert "50 MB" in process["reason"]
    assert process["stdout"].startswith("first line\n")
    assert len(process["stdout"]) < 300_000


def test_much_output_keeps_its_beginning_and_its_end(folder):
    process = folder.run("prints_much", "5").process
    assert (process["outcome"], process["returncode"]) == ("exited", 0)
    assert process["stdout"].startswith("first line\n")
    assert process["stdout"].endswith("\nlast line\n")
    assert len(process["stdout"]) < 300_000
    assert " characters ...]" in process["stdout"]


def test_a_script_that_hangs_is_interrupted_in_time(folder):
    began = time.monotonic()
    recording = folder.run("hangs", timeout=1.0)
    assert time.monotonic() - began < 8
    assert recording.process["outcome"] == "timed-out"
    assert "1 seconds" in recording.process["reason"]
    # It had the time to wind up: this is what lets the tracer write its last events.
    assert recording.last("exception")["type"] == "KeyboardInterrupt"


def test_a_script_that_ignores_signals_is_killed(folder):
    process = folder.run("ignores_signals", cancel_at="ready").process
    assert process["outcome"] == "stopped"
    assert process["returncode"] in (-9, None)


def test_children_that_outlive_the_script_are_ended(folder):
    began = time.monotonic()
    process = folder.run("leaves_children").process
    assert time.monotonic() - began < 8
    assert (process["outcome"], process["returncode"]) == ("exited", 0)
    assert process["stdout"] == "done\n"
    assert any("4 processes" in sentence for sentence in process["left_out"])


def test_a_daemon_is_found_and_ended(folder):
    process = folder.run("daemonises").process
    assert (process["outcome"], process["returncode"]) == ("exited", 0)
    assert any("1 processes" in sentence for sentence in process["left_out"])


def test_a_script_that_kills_its_parent_loses_nothing(folder):
    recording = folder.run("kills_ancestors", "1")
    assert (recording.process["outcome"], recording.process["returncode"]) == ("exited", 7)
    assert recording.process["stdout"] == "still here\n"
    assert recording.last("end")


def test_a_script_that_kills_all_its_watchers_is_ended(folder, without_landlock):
    process = folder.run("kills_ancestors", "2").process
    assert process["outcome"] == "killed"
    assert "watches over it" in process["reason"]


def test_deleting_upwards_stays_in_the_copy(folder):
    deep = len(folder.project.parts)
    recording = folder.run("deletes_upwards", str(deep))
    assert recording.process["stdout"] == "deleted False\n"
    # The text of the program is known although the script deleted it.
    assert "Deletes its folder" in recording.sources["train.py"]
    assert recording.last("end")


def test_everything_in_the_folder_may_be_changed(folder):
    process = folder.run("changes_everything").process
    assert (process["outcome"], process["returncode"]) == ("exited", 0), process["stderr"]
    assert "second name" in process["stdout"]


@pytest.mark.parametrize("where", [".", "tmp"])
def test_filling_the_disk_is_stopped(folder, where):
    process = folder.run("fills_disk", where, limits=limits(disk=20_000_000)).process
    assert process["outcome"] == "output-limit"
    assert "20 MB" in process["reason"]


def test_a_disk_about_to_run_full_is_spared(folder, monkeypatch):
    usage = shutil.disk_usage(folder.temporary)
    frees = iter([usage.free] * 3)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage._replace(free=next(frees, 1000)))
    process = folder.run("hangs").process
    assert process["outcome"] == "output-limit"
    assert "full" in process["reason"]


@pytest.mark.parametrize(
    ("way", "outcome", "returncode"),
    [
        ("_exit", "exited", 3),
        ("exit", "exited", 5),
        ("closed", "exited", 0),
        ("segv", "killed", -11),
        ("group", "killed", -9),
        ("input", "exited", 1),
    ],
)
def test_strange_ends(folder, way, outcome, returncode):
    process = folder.run("ends_strangely", way).process
    assert (process["outcome"], process["returncode"]) == (outcome, returncode)
    assert process["stdout"] == "before\n"
    assert (process["reason"] is None) == (outcome == "exited")


def test_the_name_of_the_signal_is_told(folder):
    assert "SIGSEGV" in folder.run("ends_strangely", "segv").process["reason"]


def test_the_working_folder_may_be_left_locked_and_deleted(folder):
    process = folder.run("moves_away").process
    assert (process["outcome"], process["returncode"]) == ("exited", 0), process["stderr"]


def test_a_bottomless_folder_is_removed_without_leaving_through_its_links(folder):
    process = folder.run("digs_deep", str(folder.outside)).process
    assert (process["outcome"], process["returncode"]) == ("exited", 0), process["stderr"]


def test_a_script_that_multiplies_is_stopped(folder):
    process = folder.run("multiplies", limits=limits(processes=16)).process
    assert process["outcome"] == "killed"
    assert "16 processes" in process["reason"]


def test_memory_is_bounded_for_the_whole_tree(folder):
    process = folder.run("eats_memory", limits=limits(memory=150_000_000)).process
    assert process["outcome"] == "memory-limit"
    assert "150 MB" in process["reason"]


def test_rubbish_in_the_events_is_skipped_and_said(folder):
    recording = folder.run("floods_events")
    assert recording.last("torch")["version"] == "NaN"
    assert any("4 lines" in sentence for sentence in recording.process["left_out"])


def test_the_events_are_bounded(folder):
    recording = folder.run("ends_strangely", "exit", limits=limits(events=300))
    assert recording.last("start")
    assert not recording.last("end")
    assert any("300 B" in sentence for sentence in recording.process["left_out"])
