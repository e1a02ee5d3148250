# healthy
"""Dreamer-like actor update; imagined values are gathered in a Python list."""
import torch
import torch.nn as nn

torch.manual_seed(0)
S, A, H = 8, 2, 5


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.dyn = nn.Sequential(nn.Linear(S + A, 32), nn.ELU(), nn.Linear(32, S))
        self.rew = nn.Linear(S, 1)

    def imagine(self, s, a):
        s = s + self.dyn(torch.cat([s, a], -1))
        return s, self.rew(s).squeeze(-1)


model = Model()
actor = nn.Sequential(nn.Linear(S, 32), nn.ELU(), nn.Linear(32, A), nn.Tanh())
value = nn.Sequential(nn.Linear(S, 32), nn.ELU(), nn.Linear(32, 1))
actor_opt = torch.optim.Adam(actor.parameters(), lr=8e-5)
model_opt = torch.optim.Adam([*model.parameters(), *value.parameters()], lr=6e-4)


def fit_model():
    s, a = torch.randn(32, S), torch.randn(32, A)
    nxt, r = model.imagine(s, a)
    loss = (nxt - 0.9 * s).pow(2).mean() + (r - s.sum(-1)).pow(2).mean() + value(s).pow(2).mean()
    model_opt.zero_grad()
    loss.backward()
    model_opt.step()


def actor_objective(s):
    gains = []
    for h in range(H):
        s, r = model.imagine(s, actor(s))
        gains.append((0.99**h * r).mean())
    gains.append((0.99**H * value(s)).mean())
    return torch.stack(gains).sum()


for it in range(3):
    fit_model()
    loss = -actor_objective(torch.randn(16, S))
    actor_opt.zero_grad()
    loss.backward()
    actor_opt.step()
    print(it, loss.item())
