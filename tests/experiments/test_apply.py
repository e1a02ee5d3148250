"""Writing a fix: only over what was read, in one step, as the file was encoded, and so that it can be undone."""

import os
import stat
from pathlib import Path

import pytest

from gradhelp.errors import UsageError
from gradhelp.experiments.apply import apply
from gradhelp.sandbox.plan import RunPlan

OLD, NEW = "y = net(x).detach()\n", "y = net(x)\n"


def written(folder: Path, change: dict[str, str] | None = None, sources: dict[str, str] | None = None):
    plan = RunPlan(script=Path("train.py"), cwd=folder)
    return apply(plan, sources or {"train.py": OLD}, change or {"train.py": NEW}, "en")


def test_the_file_is_replaced_and_its_old_content_kept(tmp_path):
    script = tmp_path / "train.py"
    script.write_text(OLD)
    script.chmod(0o750)
    (done,) = written(tmp_path)
    assert script.read_text() == NEW
    assert done.backup.read_text() == OLD
    assert stat.S_IMODE(script.stat().st_mode) == 0o750
    assert sorted(path.name for path in tmp_path.iterdir()) == ["train.py", "train.py.bak"]


def test_an_earlier_backup_is_never_overwritten(tmp_path):
    (tmp_path / "train.py").write_text(OLD)
    (tmp_path / "train.py.bak").write_text("precious")
    (done,) = written(tmp_path)
    assert done.backup.name == "train.py.bak1"
    assert (tmp_path / "train.py.bak").read_text() == "precious"


def test_a_file_that_has_changed_since_is_refused(tmp_path):
    (tmp_path / "train.py").write_text(OLD + "# and more\n")
    with pytest.raises(UsageError, match="has been changed since"):
        written(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["train.py"]


def test_all_files_or_none(tmp_path):
    (tmp_path / "train.py").write_text(OLD)
    (tmp_path / "net.py").write_text("changed = True\n")
    with pytest.raises(UsageError):
        written(tmp_path, {"train.py": NEW, "net.py": "b = 1\n"}, {"train.py": OLD, "net.py": "a = 1\n"})
    assert (tmp_path / "train.py").read_text() == OLD
    assert sorted(path.name for path in tmp_path.iterdir()) == ["net.py", "train.py"]


@pytest.mark.parametrize(
    ("head", "encoding", "newline"),
    [("", "utf-8", "\r\n"), ("", "utf-8-sig", "\n"), ("# -*- coding: gbk -*-\n# 梯度\n", "gbk", "\n")],
)
def test_encoding_and_line_ends_stay(tmp_path, head, encoding, newline):
    script = tmp_path / "train.py"
    script.write_bytes((head + OLD).replace("\n", newline).encode(encoding))
    written(tmp_path, {"train.py": head + NEW}, {"train.py": head + OLD})
    assert script.read_bytes() == (head + NEW).replace("\n", newline).encode(encoding)


def test_a_link_keeps_pointing_at_the_changed_file(tmp_path):
    (tmp_path / "real.py").write_text(OLD)
    (tmp_path / "train.py").symlink_to("real.py")
    plan = RunPlan(script=Path("train.py"), cwd=tmp_path)
    apply(plan, {"real.py": OLD}, {"real.py": NEW}, "en")
    assert (tmp_path / "train.py").is_symlink()
    assert (tmp_path / "real.py").read_text() == NEW


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "train.py").write_text(OLD)
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(UsageError, match="cannot be written"):
            written(tmp_path)
    finally:
        tmp_path.chmod(0o700)


def test_a_cell_is_put_back_into_its_notebook(tmp_path):
    cells = (
        '{"cells": [{"cell_type": "markdown", "source": "m"}, {"cell_type": "code", "source": ["%s"]}], "nbformat": 4}'
    )
    notebook = tmp_path / "n.ipynb"
    notebook.write_text(cells % "y = net(x).detach()")
    plan = RunPlan(script=Path("n.ipynb"), cwd=tmp_path)
    apply(plan, {"n.ipynb#cell-1": "y = net(x).detach()"}, {"n.ipynb#cell-1": "y = net(x)"}, "en")
    assert '"y = net(x)"' in notebook.read_text()
    assert '"m"' in notebook.read_text()
