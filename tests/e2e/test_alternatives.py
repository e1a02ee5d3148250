"""Ways around a simulator as users get them: written into their program, each proved by a run of its own."""

from pathlib import Path

import pytest
from command import gradhelp

pytestmark = pytest.mark.timeout(240)

PROGRAMS = Path(__file__).parents[1] / "programs" / "boundary"
PENDULUM = """import gymnasium as gym
import torch
from torch import nn

torch.manual_seed(0)
env = gym.make("InvertedPendulum-v5")
policy = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
for episode in range(2):
    obs, _ = env.reset(seed=episode)
    costs = []
    for _ in range(6):
        push = policy(torch.as_tensor(obs, dtype=torch.float32))
        obs, _, terminated, truncated, _ = env.step(push.detach().numpy())
        costs.append(torch.as_tensor(obs, dtype=torch.float32).square().sum())
    loss = torch.stack(costs).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("GRADHELP_CACHE", str(tmp_path_factory.mktemp("cache")))


def fixes(folder, name="train.py"):
    finding = gradhelp("diagnose", name, "--format", "json", cwd=folder).diagnosis.findings[0]
    assert finding.rule == "env-step-boundary"
    return finding.fixes


def test_mujoco_is_bridged_the_score_function_written_and_a_model_learned_all_proved(tmp_path):
    (tmp_path / "train.py").write_text(PENDULUM, encoding="utf-8")
    bridge, score, learned, overview, *_ = fixes(tmp_path)
    assert bridge.verified
    assert '+env = TorchEnv("InvertedPendulum-v5")\n' in bridge.diff
    assert "env.step(push)\n" in bridge.diff
    assert score.verified
    assert "+    loss = (torch.stack(log_probs) * (to_go - to_go.mean())).mean()\n" in score.diff
    assert learned.verified
    assert '+env = LearnedEnv("InvertedPendulum-v5")\n' in learned.diff
    assert not overview.verified
    assert overview.diff is None


def test_what_is_not_understood_is_told_in_words_without_a_diff(tmp_path):
    (tmp_path / "train.py").write_text((PROGRAMS / "declined.py").read_text(encoding="utf-8"), encoding="utf-8")
    offered = fixes(tmp_path)
    assert len(offered) >= 3
    assert not any(fix.verified or fix.diff for fix in offered)
    assert all(fix.steps for fix in offered)
