"""Repairs as users get them: shown, seen to work in a run of the patched copy, written on request, undone by what is
printed."""

import subprocess
from pathlib import Path

import pytest
from command import gradhelp

pytestmark = pytest.mark.timeout(240)

HEAD = """import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
goal = torch.randn(16, 1)  # where it should be
"""
DETACHED = (
    HEAD
    + """
for epoch in range(4):
    reached = net(torch.ones(16, 3) * goal).detach()
    loss = (reached - goal).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
"""
)
SILENCED = (
    HEAD
    + """
for epoch in range(4):
    errors = [(net(torch.ones(3) * g) - g).square().item() for g in goal]
    loss = torch.tensor(errors).mean()
    loss.requires_grad_(True)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
)


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("GRADHELP_CACHE", str(tmp_path_factory.mktemp("cache")))


def script(folder: Path, text: str) -> Path:
    path = folder / "train.py"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_fix_is_shown_and_leaves_the_file_alone_then_written_then_undone(tmp_path):
    path = script(tmp_path, DETACHED)
    shown = gradhelp("fix", "train.py", cwd=tmp_path)
    assert shown.code == 1
    assert "-    reached = net(torch.ones(16, 3) * goal).detach()\n" in shown.out
    assert "+    reached = net(torch.ones(16, 3) * goal)\n" in shown.out
    assert "✓ Verified." in shown.out
    assert "all 4 parameters" in shown.out
    assert path.read_text(encoding="utf-8") == DETACHED

    written = gradhelp("fix", "train.py", "--write", cwd=tmp_path)  # the trial comes out of the cache
    assert written.code == 1
    assert path.read_text(encoding="utf-8") == DETACHED.replace(".detach()", "")
    undo = next(line for line in written.out.splitlines() if "mv -f" in line).partition("mv -f")[2]
    subprocess.run(f"mv -f{undo}", shell=True, check=True, cwd=tmp_path)
    assert path.read_text(encoding="utf-8") == DETACHED
    assert [each.name for each in tmp_path.iterdir()] == ["train.py"]


def test_a_silencing_is_removed_with_what_it_hid_and_rejected_with_the_proof(tmp_path):
    script(tmp_path, SILENCED)
    found = gradhelp("diagnose", "train.py", "--format", "json", cwd=tmp_path).diagnosis.findings[0]
    assert found.rule == "grad-bandaid"
    fix, rejected = found.fixes
    assert fix.verified
    assert fix.diff
    assert "-    loss.requires_grad_(True)" in fix.diff
    assert "torch.stack(errors)" in fix.diff
    assert not rejected.verified
    assert "0 of 4 parameters" in rejected.verification


def test_without_verifying_the_change_is_shown_and_not_called_verified(tmp_path):
    script(tmp_path, DETACHED)
    fix = (
        gradhelp("diagnose", "train.py", "--no-verify", "--format", "json", cwd=tmp_path).diagnosis.findings[0].fixes[0]
    )
    assert fix.diff
    assert not fix.verified
    assert fix.verification == "The change was not tried."


def test_a_script_from_standard_input_cannot_be_written():
    ended = gradhelp("fix", "-", "--write")
    assert ended.code == 2
    assert "no file to write to" in ended.err
