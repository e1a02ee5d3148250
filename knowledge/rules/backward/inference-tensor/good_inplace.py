"""Policy gradient on a target-reaching task: rewards are collected first, then centred and used as weights."""
import torch
from torch import nn
from torch.distributions import Normal


@torch.no_grad()
def collect(policy, count):
    obs = torch.randn(count, 3)
    actions = Normal(policy(obs), 0.3).sample()
    rewards = -(actions - obs[:, :2]).square().sum(dim=1)
    return obs.tolist(), actions.tolist(), rewards


torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)

for iteration in range(4):
    obs, actions, rewards = collect(policy, 64)
    print(f"iteration {iteration}: reward {rewards.mean().item():.4f}")
    rewards -= rewards.mean()
    log_prob = Normal(policy(torch.tensor(obs)), 0.3).log_prob(torch.tensor(actions)).sum(dim=1)
    loss = -(log_prob * rewards).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
