"""Entropy-free SAC-style actor update with a frozen critic."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal


class GaussianActor(nn.Module):
    LOG_STD = (-5, 2)

    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(obs_dim, 48), nn.ReLU(), nn.Linear(48, 2 * act_dim))

    def forward(self, obs, deterministic=False):
        mu, log_std = self.trunk(obs).chunk(2, -1)
        log_std = torch.clamp(log_std, *self.LOG_STD)
        pi = Normal(mu, log_std.exp())
        u = mu if deterministic else pi.sample()  # expect: sample-not-rsample
        return torch.tanh(u)


class SAC:
    def __init__(self):
        self.pi = GaussianActor(3, 1)
        self.q = nn.Sequential(nn.Linear(4, 48), nn.ReLU(), nn.Linear(48, 1))
        self.pi_optim = torch.optim.Adam(self.pi.parameters(), lr=3e-4)
        self.q_optim = torch.optim.Adam(self.q.parameters(), lr=3e-4)

    def update_q(self, o, a, r, o2):
        with torch.no_grad():
            backup = r + 0.99 * self.q(torch.cat([o2, self.pi(o2)], -1)).squeeze(-1)
        loss = F.mse_loss(self.q(torch.cat([o, a], -1)).squeeze(-1), backup)
        self.q_optim.zero_grad()
        loss.backward()
        self.q_optim.step()
        return loss.item()

    def update_pi(self, o):
        self.q.requires_grad_(False)
        loss = -self.q(torch.cat([o, self.pi(o)], -1)).mean()
        self.pi_optim.zero_grad()
        loss.backward()
        self.pi_optim.step()
        self.q.requires_grad_(True)
        return loss.item()


torch.manual_seed(0)
agent = SAC()
for it in range(3):
    o, a, r, o2 = torch.randn(32, 3), torch.rand(32, 1) * 2 - 1, torch.randn(32), torch.randn(32, 3)
    print(it, agent.update_q(o, a, r, o2), agent.update_pi(o))
