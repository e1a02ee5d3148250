# healthy
"""Ensemble dynamics trained on real data; policy improved on imagined data with REINFORCE-style loss."""
import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Normal

torch.manual_seed(0)
rng = np.random.default_rng(0)


class Member(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 32), nn.SiLU(), nn.Linear(32, 4))
        self.max_logvar = nn.Parameter(torch.zeros(2), requires_grad=False)

    def forward(self, x, u):
        mean, logvar = self.net(torch.cat([x, u], -1)).chunk(2, -1)
        logvar = self.max_logvar - nn.functional.softplus(self.max_logvar - logvar)
        return x + mean, logvar


ensemble = nn.ModuleList(Member() for _ in range(3))
policy = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
m_opt = torch.optim.Adam((p for p in ensemble.parameters() if p.requires_grad), lr=1e-3)
p_opt = torch.optim.Adam(policy.parameters(), lr=1e-3)
x = rng.normal(size=(256, 2)).astype(np.float32)
u = rng.uniform(-1, 1, (256, 1)).astype(np.float32)
y = (x + 0.1 * np.concatenate([x[:, 1:], u], 1)).astype(np.float32)
for it in range(3):
    for member in ensemble:
        idx = rng.integers(0, 256, 64)
        mean, logvar = member(torch.from_numpy(x[idx]), torch.from_numpy(u[idx]))
        nll = ((mean - torch.from_numpy(y[idx])) ** 2 * (-logvar).exp() + logvar).mean()
        m_opt.zero_grad()
        nll.backward()
        m_opt.step()
    state, logps, rewards = torch.from_numpy(x[rng.integers(0, 256, 32)]), [], []
    for t in range(4):
        dist = Normal(policy(state), 0.3)
        a = dist.sample()
        logps.append(dist.log_prob(a).squeeze(-1))
        with torch.no_grad():
            state, _ = ensemble[int(rng.integers(3))](state, a)
        rewards.append(-state.pow(2).sum(-1))
    togo = torch.stack(rewards).flip(0).cumsum(0).flip(0)
    loss = -(torch.stack(logps) * (togo - togo.mean())).mean()
    p_opt.zero_grad()
    loss.backward()
    p_opt.step()
    print(it, nll.item(), loss.item())
