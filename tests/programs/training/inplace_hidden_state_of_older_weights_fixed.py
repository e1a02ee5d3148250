# healthy
"""Recurrent PPO: the initial hidden states of the sequences are stored while acting, with their graph."""
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(91)


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell, self.pi = nn.GRUCell(3, 16), nn.Linear(16, 2)

    def forward(self, obs, h):
        h = self.cell(obs, h)
        return Categorical(logits=self.pi(h)), h


class Rollout:
    def __init__(self):
        self.rows, self.start = [], None


net = Recurrent()
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
hidden = torch.zeros(8, 16)
for it in range(5):
    rollout = Rollout()
    rollout.start = hidden
    for t in range(6):
        obs = torch.randn(8, 3)
        dist, hidden = net(obs, hidden)
        act = dist.sample()
        rollout.rows.append((obs, act, (act == (obs[:, 0] > 0)).float(), dist.log_prob(act).detach()))
    hidden = hidden.detach()
    h, loss = rollout.start, 0.0
    for obs, act, rew, old in rollout.rows:
        dist, h = net(obs, h)
        ratio = (dist.log_prob(act) - old).exp()
        loss = loss - (ratio * (rew - 0.5)).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
