# healthy
"""Behaviour cloning with a flow-matching policy and an EMA copy for evaluation."""
import copy

import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
rng = np.random.default_rng(0)
obs = rng.normal(size=(128, 5)).astype(np.float32)
act = np.tanh(obs[:, :2] + 0.1 * rng.normal(size=(128, 2))).astype(np.float32)
loader = DataLoader(TensorDataset(torch.from_numpy(obs), torch.from_numpy(act)), batch_size=32, shuffle=True)


class Flow(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(5 + 2 + 1, 64), nn.SiLU(), nn.Linear(64, 2))

    def forward(self, x, t, o):
        return self.net(torch.cat([x, t, o], -1))

    @torch.no_grad()
    def sample(self, o, steps=8):
        x = torch.randn(len(o), 2)
        for k in range(steps):
            t = torch.full((len(o), 1), k / steps)
            x = x + self(x, t, o) / steps
        return x


flow = Flow()
ema = copy.deepcopy(flow).requires_grad_(False)
opt = torch.optim.AdamW(flow.parameters(), lr=1e-3)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, 10)
for epoch in range(2):
    losses = []
    for o, a in loader:
        noise, t = torch.randn_like(a), torch.rand(len(a), 1)
        x = (1 - t) * noise + t * a
        loss = (flow(x, t, o) - (a - noise)).pow(2).mean()
        opt.zero_grad(set_to_none=True)
        loss.backward()
        opt.step()
        losses.append(loss.item())
        for p, e in zip(flow.parameters(), ema.parameters()):
            e.data.lerp_(p.data, 0.1)
    sched.step()
    mse = (ema.sample(torch.from_numpy(obs)) - torch.from_numpy(act)).pow(2).mean().item()
    print(epoch, np.mean(losses), mse)
