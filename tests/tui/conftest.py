"""A folder with a script in it, and an environment that decides nothing."""

import pytest
from tui_samples import SCRIPT


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "train.py").write_text(SCRIPT)
    return tmp_path


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("GRADHELP_DATA", str(tmp_path / ".data"))
    for name in ("NO_COLOR", "COLORFGBG", "TEXTUAL_THEME"):
        monkeypatch.delenv(name, raising=False)
