# healthy
"""PILCO-like policy search on a learned probabilistic model."""
import torch
import torch.nn as nn
from torch.distributions import MultivariateNormal, Normal

torch.manual_seed(0)


class GaussianDynamics(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 2))
        self.log_std = nn.Parameter(torch.full((2,), -2.0))

    def predict(self, s, a):
        return Normal(s + self.mean(torch.cat([s, a], -1)), self.log_std.exp())

    def fit(self, s, a, s2, steps=3):
        opt = torch.optim.Adam(self.parameters(), lr=1e-2)
        for _ in range(steps):
            loss = -self.predict(s, a).log_prob(s2).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()


class LinearPolicy(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.zeros(2, 1))

    def forward(self, s):
        return torch.tanh(s @ self.gain)


def expected_cost(model, policy, start, horizon=6):
    s, total = start, 0.0
    for _ in range(horizon):
        s = model.predict(s, policy(s)).rsample()
        total = total + (1 - torch.exp(-0.5 * s.pow(2).sum(-1))).mean()
    return total


model, policy = GaussianDynamics(), LinearPolicy()
s, a = torch.randn(64, 2), torch.rand(64, 1) * 2 - 1
model.fit(s, a, s + 0.1 * torch.cat([s[:, 1:], a], -1))
opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
start = MultivariateNormal(torch.zeros(2), 0.1 * torch.eye(2)).sample((32,))
for it in range(3):
    cost = expected_cost(model, policy, start)
    opt.zero_grad()
    cost.backward()
    opt.step()
    print(it, cost.item())
