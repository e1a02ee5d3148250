"""Off-line advantage-weighted update of a Gaussian arm policy from recorded rollouts."""
from dataclasses import dataclass

import torch
from torch import nn
from torch.distributions import Normal


@dataclass
class Step:
    obs: torch.Tensor
    action: torch.Tensor
    log_prob: torch.Tensor
    reward: float


def record(policy, length):
    steps = []
    with torch.no_grad():
        for _ in range(length):
            obs = torch.randn(4)
            dist = Normal(policy(obs), 0.3)
            action = dist.sample()
            reward = -(action - obs[:2]).square().sum().item()
            steps.append(Step(obs, action, dist.log_prob(action).sum(), reward))
    return steps


torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)

for iteration in range(3):
    steps = record(policy, length=40)
    rewards = torch.tensor([step.reward for step in steps])
    weights = torch.softmax((rewards - rewards.mean()) / rewards.std(), dim=0)
    log_probs = torch.stack([step.log_prob for step in steps])  # expect: buffer-data
    loss = -(weights * log_probs).sum()
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
    optimizer.step()
    print(f"iteration {iteration}: loss {loss.item():.4f}, mean reward {rewards.mean().item():.3f}")
