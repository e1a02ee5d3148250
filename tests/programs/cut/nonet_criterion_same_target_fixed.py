# healthy
"""Trajectory prediction; the criterion compares the labels with themselves (typo)."""
import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(0)
rng = np.random.default_rng(0)


class Seq2Seq(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc, self.dec = nn.GRU(2, 32, batch_first=True), nn.GRU(2, 32, batch_first=True)
        self.out = nn.Linear(32, 2)

    def forward(self, past, future_in):
        _, h = self.enc(past)
        y, _ = self.dec(future_in, h)
        return self.out(y)


def tracks(n):
    start, vel = rng.normal(size=(n, 1, 2)), rng.normal(size=(n, 1, 2)) * 0.1
    t = np.arange(16)[None, :, None]
    xy = start + vel * t + 0.01 * rng.normal(size=(n, 16, 2))
    xy = torch.from_numpy(xy).float()
    return xy[:, :8], xy[:, 8:]


model = Seq2Seq()
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
for epoch in range(3):
    past, future = tracks(16)
    inputs = torch.cat([past[:, -1:], future[:, :-1]], dim=1)
    pred = model(past, inputs)
    target = future.clone()
    loss = criterion(pred, target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        ade = (pred - future).norm(dim=-1).mean().item()
    print(epoch, loss.item(), ade)
