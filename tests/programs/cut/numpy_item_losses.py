"""Behaviour cloning with per-trajectory losses."""
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class Cloner(nn.Module):
    def __init__(self, obs_dim, act_dim, hidden=64):
        super().__init__()
        self.lstm = nn.LSTM(obs_dim, hidden, batch_first=True)
        self.out = nn.Linear(hidden, act_dim)

    def forward(self, seq):
        h, _ = self.lstm(seq)
        return self.out(h)


def demonstrations(n, rng):
    for _ in range(n):
        length = int(rng.integers(5, 12))
        obs = rng.normal(size=(length, 6)).astype(np.float32)
        yield obs, np.tanh(obs[:, :2] - obs[:, 2:4])


def batch_loss(model, demos):
    total = []
    for obs, act in demos:
        pred = model(torch.from_numpy(obs)[None])[0]
        err = F.mse_loss(pred, torch.from_numpy(act))
        total.append(err.item())  # expect: numpy-roundtrip
    return torch.tensor(np.mean(total), dtype=torch.float32)


torch.manual_seed(0)
rng = np.random.default_rng(0)
model = Cloner(6, 2)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
demos = list(demonstrations(12, rng))
history = []
for epoch in range(3):
    loss = batch_loss(model, demos)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    history.append(loss.item())
print(history)
