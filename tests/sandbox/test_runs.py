"""What a run gives: the recording, the script's environment, callbacks, and the ends that gradhelp itself meets."""

import dataclasses
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from conftest import LAUNCHER, QUICK, snapshot, survivors, wait_until

from gradhelp.errors import AnalysisError, UsageError
from gradhelp.facts.recording import Recording
from gradhelp.sandbox import landlock
from gradhelp.sandbox.plan import RunPlan
from gradhelp.sandbox.process import run

DRIVER = """
import signal, sys, tempfile
from pathlib import Path
# What a shell starts in the background ignores Ctrl-C, and so does all that it starts; here it has to be heard.
signal.signal(signal.SIGINT, signal.default_int_handler)
from gradhelp.sandbox.plan import RunPlan
from gradhelp.sandbox.process import run
script, launcher, tempfile.tempdir = sys.argv[1:4]
here, in_place = Path(script).parent, sys.argv[4] == "in place"
plan = RunPlan(script=Path(script), cwd=here, python=Path(sys.executable), in_place=in_place)
told = lambda stream, text: print(text, end="", flush=True)
process = run(plan, on_output=told, launcher=Path(launcher)).process
print(process["outcome"], process["returncode"], flush=True)
"""


@pytest.fixture
def seen(folder):
    recording = folder.run("asks_environment", "--out", str(folder.project / "runs"), f"--at={folder.outside}/x")
    return json.loads(recording.process["stdout"])


def test_the_recording_is_complete_and_in_order(folder):
    recording = folder.run("ends_strangely", "exit")
    assert [event["event"] for event in recording.events] == ["start", "file", "exception", "end", "source", "process"]
    assert folder.events == list(recording.events[:4])
    assert recording.sources == {"train.py": (folder.project / "train.py").read_text()}
    assert recording.process["isolation"] == ("landlock" if landlock.works() else "copy")
    assert recording.process["left_out"] == []
    assert folder.output == "before\n"


def test_a_recording_survives_saving(folder, tmp_path):
    recording = folder.run("ends_strangely", "segv")
    recording.save(tmp_path / "run.jsonl")
    assert Recording.load(tmp_path / "run.jsonl") == recording


def test_the_script_sees_its_arguments_in_the_copy_and_the_reader_in_the_folder(folder, seen):
    # The output names the user's folder, as would the output of plain python.
    assert seen["cwd"] == str(folder.project)
    assert seen["file"] == str(folder.project / "train.py")
    assert seen["argv"][1:] == ["--out", str(folder.project / "runs"), f"--at={folder.outside}/x"]
    assert seen["path"][0] == str(folder.project)
    assert seen["interrupt"]


def test_trackers_are_offline_and_no_window_opens(seen):
    env = seen["env"]
    assert env["WANDB_MODE"] == env["NEPTUNE_MODE"] == env["SWANLAB_MODE"] == "offline"
    assert env["CLEARML_OFFLINE_MODE"] == "1"
    assert env["MLFLOW_TRACKING_URI"].startswith("file:///")
    assert env["MPLBACKEND"] == "Agg"
    assert env.get("PYTHONUNBUFFERED") == os.environ.get("PYTHONUNBUFFERED")
    assert env["HOME"] == os.environ["HOME"]
    assert seen["tmp"] == env["TMPDIR"]
    assert Path(seen["tmp"]).parent.name.startswith("gradhelp-run-")


def test_a_tracker_that_was_disabled_stays_so(folder, monkeypatch):
    monkeypatch.setenv("WANDB_MODE", "disabled")
    monkeypatch.setenv("MPLBACKEND", "svg")
    seen = json.loads(folder.run("asks_environment").process["stdout"])
    assert seen["env"]["WANDB_MODE"] == "disabled"
    assert seen["env"]["MPLBACKEND"] == "svg"


def test_the_overlay_replaces_files_in_the_copy_only(folder):
    patch = {Path("train.py"): "import extra\n", Path("extra.py"): "print('patched')\n"}
    recording = folder.run("hangs", overlay=patch)
    assert recording.process["stdout"] == "patched\n"
    assert recording.sources["train.py"] == "import extra\n"


def test_a_script_that_exists_in_the_overlay_only(folder):
    recording = folder.run("hangs", script=Path("cells.py"), overlay={Path("cells.py"): "print(__name__)\n"})
    assert recording.process["stdout"] == "__main__\n"


def test_a_module_runs_from_the_working_folder(folder):
    package = folder.project / "pkg"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "train.py").write_text("from . import __name__ as name\nprint(name, open('notes.txt').read())\n")
    recording = folder.run("hangs", script=None, module="pkg.train")
    assert recording.process["stdout"] == "pkg notes\n"


def test_files_are_named_relative_to_the_script(folder):
    (folder.project / "pyproject.toml").touch()
    scripts = folder.project / "scripts"
    scripts.mkdir()
    (scripts / "go.py").write_text("print(open('notes.txt').read())\n")
    recording = folder.run("hangs", script=scripts / "go.py")
    assert recording.process["stdout"] == "notes\n"
    assert recording.last("file")["path"] == "go.py"
    assert "go.py" in recording.sources


def test_a_folder_runs_its_main(folder):
    (folder.project / "__main__.py").write_text("print('main')\n")
    assert folder.run("hangs", script=folder.project).process["stdout"] == "main\n"


def test_output_in_pieces_of_a_character(folder):
    text = "import sys\nfor b in '梯度é'.encode():\n    sys.stdout.buffer.write(bytes([b])); sys.stdout.flush()\n"
    assert folder.run("hangs", overlay={Path("train.py"): text}).process["stdout"] == "梯度é"


def test_errors_of_the_callbacks_end_the_run(folder):
    def on_output(_stream, _text):
        raise LookupError("the terminal is gone")

    plan = RunPlan(script=folder.use("hangs"), cwd=folder.project, limits=QUICK, python=Path(sys.executable))
    with pytest.raises(LookupError):
        run(plan, on_output=on_output, launcher=LAUNCHER)
    folder.assert_clean()


def test_it_may_run_in_a_thread(folder):
    results = []
    threads = [threading.Thread(target=lambda: results.append(folder_run(folder))) for _ in range(2)]
    script = folder.use("leaves_children")

    def folder_run(_folder):
        plan = RunPlan(script=script, cwd=folder.project, limits=QUICK, python=Path(sys.executable))
        return run(plan, launcher=LAUNCHER).process["outcome"]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == ["exited", "exited"]
    folder.assert_clean()


def test_an_interpreter_that_does_not_start_the_launcher(folder, monkeypatch):
    from gradhelp.sandbox import process
    from gradhelp.sandbox.interpreter import Interpreter

    monkeypatch.setattr(process, "find_interpreter", lambda _plan: Interpreter(Path("/none"), "3.11.0", "2", "test"))
    ended = folder.run("hangs").process
    assert ended["outcome"] == "not-started"
    assert "No such file" in ended["reason"]


def test_wrong_plans_are_refused_with_a_sentence(folder):
    with pytest.raises(UsageError, match=r"no file 'gone\.py'"):
        run(RunPlan(script=Path("gone.py"), cwd=folder.project))
    with pytest.raises(UsageError, match="__main__"):
        run(RunPlan(script=Path("data"), cwd=folder.project))
    with pytest.raises(UsageError, match="timeout"):
        RunPlan(script=Path("x.py"), timeout=0)
    with pytest.raises(UsageError, match="二者选一"):
        RunPlan(language="zh")
    with pytest.raises(UsageError, match="outside"):
        folder.run("hangs", overlay={folder.outside / "file.txt": ""})


def test_no_room_for_a_copy(folder):
    script = folder.use("hangs")
    folder.temporary.rmdir()
    with pytest.raises(AnalysisError, match="TMPDIR"):
        run(RunPlan(script=script, cwd=folder.project, python=Path(sys.executable)))


def drive(folder, program, mode="copy", **options):
    command = [sys.executable, "-c", DRIVER, folder.use(program), LAUNCHER, folder.temporary, mode]
    here = Path(__file__).parents[2]
    return subprocess.Popen(command, cwd=here, stdout=subprocess.PIPE, start_new_session=True, text=True, **options)


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whatever_ends_gradhelp_ends_the_script(folder, sign):
    with drive(folder, "ignores_signals", stderr=subprocess.DEVNULL) as gradhelp:
        before = snapshot(folder.home)
        assert gradhelp.stdout.readline() == "ready\n"
        gradhelp.send_signal(sign)
        gradhelp.wait(20)
    assert wait_until(lambda: not survivors(str(folder.temporary)) and not list(folder.temporary.iterdir()))
    assert snapshot(folder.home) == before


def test_in_place_the_script_has_the_terminal_and_the_folder(folder):
    (folder.project / "train.py").write_text("")
    with drive(folder, "in_place", "in place", stdin=subprocess.PIPE) as gradhelp:
        out, _ = gradhelp.communicate("from the user\n", timeout=20)
    assert out == f"{folder.project} from the user\nexited 9\n"
    assert (folder.project / "written.txt").read_text() == "in place"
    folder.assert_clean()


def test_in_place_signals_are_passed_on(folder):
    with drive(folder, "hangs", "in place", stderr=subprocess.DEVNULL) as gradhelp:
        assert gradhelp.stdout.readline() == "ready\n"
        gradhelp.send_signal(signal.SIGTERM)
        assert gradhelp.stdout.readline() == "killed -15\n"


def test_in_place_the_recording_has_the_text_before_the_script_changed_it(folder):
    script = folder.use("rewrites_itself")
    text = script.read_text()
    plan = RunPlan(script=script, cwd=folder.project, in_place=True, python=Path(sys.executable))
    recording = run(plan, launcher=LAUNCHER)
    assert script.read_text() == "changed"
    assert recording.sources == {"train.py": text}
    assert recording.process["isolation"] == "none"
    assert dataclasses.replace(plan, in_place=False).in_place is False


@pytest.mark.parametrize("where", ["scripts", "."])
def test_the_real_tracer_runs_in_the_copy(folder, where):
    (folder.project / "setup.py").touch()
    (folder.project / "scripts").mkdir()
    script = folder.project / "scripts" / "go.py"
    script.write_text("import sys, os\nsys.path.append('..')\nprint(os.path.exists(__file__), sys.argv[1:])\n1 / 0\n")
    plan = RunPlan(script=script, args=("a",), cwd=folder.project / where, python=Path(sys.executable))
    recording = run(plan)
    assert recording.process["stdout"] == "True ['a']\n"
    assert recording.process["returncode"] == 1
    assert recording.last("exception")["frames"][-1]["file"] == "go.py"
    assert recording.last("end")["outcome"] == "raised"
    assert recording.sources["go.py"] == script.read_text()
    folder.assert_clean()


def test_a_package_installed_in_place_is_taken_from_the_copy(folder, monkeypatch):
    package = folder.project / "src" / "my_robot"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("from pathlib import Path\nPath(__file__).with_name('mark').touch()\n")
    (folder.project / "pyproject.toml").touch()
    script = folder.project / "scripts" / "go.py"
    script.parent.mkdir()
    script.write_text("import os, my_robot\nprint(os.path.exists(my_robot.__file__), my_robot.__file__)\n")
    missing = folder.run("hangs", script=script).process
    assert "No module named 'my_robot'" in missing["stderr"]
    # A folder of path files is how an installation in place looks to the interpreter.
    site = folder.home / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(f"import sys\nsys.path.append({str(folder.project / 'src')!r})\n")
    monkeypatch.setenv("PYTHONPATH", str(site))
    # `run` checks that the mark is not made in the user's folder.
    found = folder.run("hangs", script=script).process
    assert found["stdout"] == f"True {package / '__init__.py'}\n", found["stderr"]
