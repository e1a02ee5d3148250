"""A Gaussian policy whose last layer starts small, so that the first actions are close to zero."""
import torch
from torch import nn
from torch.distributions import Normal


class GaussianPolicy(nn.Module):
    def __init__(self, obs_dim, action_dim):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(obs_dim, 32), nn.Tanh())
        self.mean = nn.Linear(32, action_dim)
        self.log_std = nn.Parameter(torch.zeros(action_dim))
        nn.init.zeros_(self.mean.bias)
        with torch.no_grad():
            self.mean.weight.mul_(0.01)

    def forward(self, obs):
        return Normal(self.mean(self.body(obs)), self.log_std.exp())


torch.manual_seed(0)
policy = GaussianPolicy(5, 2)
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
for update in range(4):
    obs = torch.randn(64, 5)
    dist = policy(obs)
    action = dist.sample()
    reward = -(action - obs[:, :2]).square().sum(dim=1)
    loss = -(dist.log_prob(action).sum(dim=1) * (reward - reward.mean())).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"update {update}: reward {reward.mean().item():.3f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
