"""What the copy of a project holds, what it leaves out, and that this is said."""

import dataclasses
import os
import socket
import time
from pathlib import Path

import pytest
from conftest import QUICK, snapshot

from gradhelp.sandbox.arguments import redirected_argument
from gradhelp.sandbox.environment import environment
from gradhelp.sandbox.plan import RunPlan
from gradhelp.sandbox.project import find_project
from gradhelp.sandbox.scratch import make_scratch


@pytest.fixture
def copied(folder):
    """Copies the folder's project and gives the scratch; removes it at the end."""
    scratches = []

    def copy(script="train.py", **options):
        plan = RunPlan(script=folder.project / script, cwd=options.pop("cwd", folder.project), **options)
        if not plan.script.exists():
            plan.script.write_text("")
        before = snapshot(folder.home)
        scratches.append(make_scratch(plan, find_project(plan)))
        assert snapshot(folder.home) == before
        return scratches[-1]

    yield copy
    for scratch in scratches:
        scratch.remove()
    assert list(folder.temporary.iterdir()) == []


def said(scratch, word):
    return [sentence for sentence in scratch.left_out if word in sentence]


def test_files_come_with_their_permissions_and_times(folder, copied):
    os.utime(folder.project / "read only.txt", (1_000_000, 2_000_000))
    root = copied().root
    status = (root / "read only.txt").stat()
    assert (status.st_mode & 0o777, status.st_mtime) == (0o444, 2_000_000)
    assert (root / "data/deep/demo.csv").read_text() == "1,2,3\n"
    assert (root / ".env").exists()


def test_links_lead_nowhere_outside(folder, copied):
    scratch = copied()
    assert os.readlink(scratch.root / "link inside") == "notes.txt"
    assert not (scratch.root / "link to file").is_symlink()
    assert (scratch.root / "link to file").read_text() == "outside"
    assert (scratch.root / "link to folder/other.txt").read_text() == "outside, too"
    for path in scratch.base.rglob("*"):
        assert os.path.realpath(path).startswith(str(scratch.base))


def test_links_that_go_round_end(folder, copied):
    project = folder.project
    (project / "self").symlink_to("self")
    (project / "up").symlink_to("..")
    (project / "data" / "root").symlink_to(project)
    (folder.outside / "inner" / "again").symlink_to(folder.outside)
    (folder.outside / "inner" / "round").symlink_to(folder.outside / "inner")
    scratch = copied()
    assert os.readlink(scratch.root / "data/root") == ".."
    for name in ("self", "up", "link to folder/round"):
        assert said(scratch, f"{name} was left out"), name
    assert (scratch.root / "link to folder/other.txt").exists()


def test_what_is_no_file_is_left_out_and_said(folder, copied):
    os.mkfifo(folder.project / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        os.chdir(folder.project)
        server.bind("socket")
    (folder.project / "gone").symlink_to("/no/such/file")
    scratch = copied()
    assert said(scratch, "pipe was left out")
    assert said(scratch, "socket was left out")
    assert said(scratch, "gone was left out")
    assert not os.path.lexists(scratch.root / "gone")


def test_environments_and_histories_are_not_copied(folder, copied):
    for name in (".git", "node_modules", "__pycache__", "my environment"):
        (folder.project / name).mkdir()
        (folder.project / name / "pyvenv.cfg").touch()
    scratch = copied()
    assert not {".git", "node_modules", "__pycache__", "my environment"} & set(os.listdir(scratch.root))
    assert said(scratch, ".git, node_modules")


def test_large_files_are_left_out_and_said(folder, copied):
    with (folder.project / "big.ckpt").open("wb") as file:
        file.truncate(3_000_000)
    for number in range(12):
        (folder.project / f"part{number:02}.bin").write_bytes(b"x" * 100_000)
    scratch = copied(limits=dataclasses.replace(QUICK, copy_bytes=350_000))
    assert said(scratch, "big.ckpt (3.0 MB) was left out")
    assert len(list(scratch.root.glob("part*.bin"))) == 3
    assert said(scratch, "2 more files (200 kB)")
    assert (scratch.root / "notes.txt").exists()


def test_code_is_copied_before_data(folder, copied):
    (folder.project / "aaa.bin").write_bytes(b"x" * 10)
    (folder.project / "module.py").write_text("x = '" + "y" * 3000 + "'")
    scratch = copied(limits=dataclasses.replace(QUICK, copy_bytes=3_050))
    assert (scratch.root / "module.py").exists()
    assert scratch.programs.keys() == {"module.py", "train.py"}


def test_a_huge_folder_costs_little_and_keeps_what_is_near(folder, copied):
    crowd = folder.project / "crowd"
    crowd.mkdir()
    for number in range(500):
        (crowd / f"{number}.txt").touch()
    began = time.monotonic()
    scratch = copied("crowd/zzz.py", limits=dataclasses.replace(QUICK, copy_files=100))
    assert time.monotonic() - began < 5
    assert scratch.project.root == crowd
    assert (scratch.root / "zzz.py").exists()
    assert said(scratch, "first 10")
    nothing = copied(limits=dataclasses.replace(QUICK, scan_seconds=0.0, copy_seconds=20.0))
    assert (nothing.root / "train.py").exists()


def test_a_script_in_the_home_folder_does_not_copy_what_lies_above(folder, copied, monkeypatch):
    monkeypatch.setenv("HOME", str(folder.project))
    (folder.project / "train.py").write_text("open('../x')\n")
    scratch = copied()
    assert scratch.project.root == folder.project


def test_the_copy_is_as_deep_as_the_original(folder, copied):
    scratch = copied()
    assert len(scratch.root.relative_to(scratch.base).parts) >= len(folder.project.parts)
    assert scratch.root.name == "project"


def test_programs_are_read_in_their_own_encoding(folder, copied):
    (folder.project / "latin.py").write_bytes("# -*- coding: latin-1 -*-\nx = 'é'\r\n".encode("latin-1"))
    (folder.project / "damaged.py").write_bytes(b"x = '\xff'\n")
    programs = copied(overlay={Path("latin.py"): "# -*- coding: latin-1 -*-\nx = 'ü'\n"}).programs
    assert programs["latin.py"].endswith("x = 'ü'\n")
    assert programs["damaged.py"] == "x = '\ufffd'\n"


def test_an_overlay_keeps_the_declared_encoding(folder, copied):
    scratch = copied(overlay={Path("latin.py"): "# coding: latin-1\nx = 'ü'\n"})
    assert (scratch.root / "latin.py").read_bytes().endswith(b"x = '\xfc'\n")


def test_an_overlay_replaces_a_link_not_its_target(folder, copied):
    scratch = copied(overlay={Path("link inside"): "new"})
    assert (scratch.root / "link inside").read_text() == "new"
    assert (scratch.root / "notes.txt").read_text() == "notes"


@pytest.mark.parametrize(
    ("text", "args", "root"),
    [
        ("import torch\n", (), "scripts"),
        ("import helpers_of_the_script\n", (), "scripts"),
        ("from library import models\n", (), "."),
        ("import inner.models\n", (), "."),
        ("sys.path.append('..')\n", (), "."),
        ("DATA = Path(__file__).parents[1] / 'data'\n", (), "."),
        ("x = os.path.dirname(os.path.dirname(__file__))\n", (), "."),
        ("print(1)\n", ("--config", "../config.yaml"), "."),
        ("this is not python ..\n", (), "scripts"),
    ],
)
def test_the_project_is_as_large_as_the_script_needs(folder, text, args, root):
    for name in ("library", "src/inner", "scripts"):
        (folder.project / name).mkdir(parents=True)
    (folder.project / "setup.py").touch()
    script = folder.project / "scripts" / "go.py"
    script.write_text(text)
    (script.parent / "helpers_of_the_script.py").touch()
    found = find_project(RunPlan(script=script, args=args, cwd=script.parent))
    assert found.root == folder.project / root
    assert (found.cwd, found.cwd_moved) == (script.parent, False)


def test_a_script_in_a_package_needs_the_folder_above_it(folder):
    script = folder.project / "pkg" / "sub" / "go.py"
    script.parent.mkdir(parents=True)
    for place in (script, script.parent / "__init__.py", folder.project / "pkg" / "__init__.py"):
        place.touch()
    found = find_project(RunPlan(script=script, cwd=script.parent))
    assert (found.root, found.near) == (folder.project, "pkg/sub")


def test_the_working_folder_is_kept_if_it_belongs_to_the_project(folder):
    script = folder.project / "scripts" / "go.py"
    script.parent.mkdir()
    script.write_text("open('data/deep/demo.csv')")
    assert find_project(RunPlan(script=script, cwd=folder.project)).cwd == folder.project
    script.write_text("print(1)")
    assert find_project(RunPlan(script=script, cwd=folder.project)).cwd == script.parent
    assert find_project(RunPlan(script=script, args=("notes.txt",), cwd=folder.project)).cwd == folder.project
    script.write_text("open('beside.csv')")
    (script.parent / "beside.csv").touch()
    elsewhere = find_project(RunPlan(script=script, cwd=folder.project))
    assert (elsewhere.cwd, elsewhere.cwd_moved) == (script.parent, True)
    (folder.project / "pyproject.toml").touch()
    assert find_project(RunPlan(script=script, cwd=folder.project)).cwd == folder.project
    assert find_project(RunPlan(script=script, cwd=folder.outside)).cwd_moved


def test_a_script_in_the_temporary_folder_does_not_copy_the_copy(folder):
    script = folder.temporary / "go.py"
    script.touch()
    plan = RunPlan(script=script, cwd=folder.temporary)
    with make_scratch(plan, find_project(plan)) as scratch:
        assert sorted(os.listdir(scratch.root)) == ["go.py"]
    assert list(folder.temporary.iterdir()) == [script]


def test_a_linked_script_belongs_where_its_target_lies(folder):
    (folder.outside / "short cut.py").symlink_to(folder.use("hangs"))
    found = find_project(RunPlan(script=folder.outside / "short cut.py", cwd=folder.outside))
    assert (found.root, found.entry) == (folder.project, folder.project / "train.py")


def test_a_name_that_is_no_text_is_said_readably(folder, copied):
    os.mkfifo(os.fsencode(folder.project) + b"/pipe\xff")
    assert said(copied(), "pipe\\udcff was left out")


def test_another_working_folder_is_said(folder, copied):
    assert said(copied(cwd=folder.outside), "own folder")
    assert not said(copied(), "own folder")


def test_arguments_and_module_paths_lead_into_the_copy(folder, copied):
    scratch, inside = copied(cwd=folder.outside), folder.project / "runs"
    plan = RunPlan(script=folder.project / "train.py", cwd=folder.outside)

    def led(argument):
        return redirected_argument(argument, plan, scratch)

    assert led(str(inside)) == str(scratch.root / "runs")
    assert led(f"--out={inside}") == f"--out={scratch.root / 'runs'}"
    assert led("../project/notes.txt") == str(scratch.root / "notes.txt")
    (folder.home / "short").symlink_to(folder.project)
    assert led(str(folder.home / "short" / "runs")) == str(scratch.root / "runs")
    for untouched in ("lr=0.1", "--lr", "notes.txt", "", str(folder.outside), str(folder.project) + "2", "a\0b"):
        assert led(untouched) == untouched
    path = os.pathsep.join([str(folder.project / "lib"), str(folder.outside), ""])
    led_path = environment(scratch, "mark", {"PYTHONPATH": path})["PYTHONPATH"]
    assert led_path == os.pathsep.join([str(scratch.root / "lib"), str(folder.outside), ""])
