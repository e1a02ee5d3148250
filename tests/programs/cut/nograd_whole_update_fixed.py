# healthy
"""CQL-ish offline critic; someone wrapped the update to save memory."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
rng = np.random.default_rng(0)


class TwinQ(nn.Module):
    def __init__(self):
        super().__init__()
        self.q1 = nn.Sequential(nn.Linear(5, 32), nn.ReLU(), nn.Linear(32, 3))
        self.q2 = nn.Sequential(nn.Linear(5, 32), nn.ReLU(), nn.Linear(32, 3))

    def forward(self, s):
        return self.q1(s), self.q2(s)


def load_dataset(n=256):
    return {
        "s": rng.normal(size=(n, 5)).astype(np.float32),
        "a": rng.integers(0, 3, n),
        "r": rng.normal(size=n).astype(np.float32),
        "s2": rng.normal(size=(n, 5)).astype(np.float32),
        "done": (rng.random(n) < 0.1).astype(np.float32),
    }


def td_loss(net, target, batch, gamma=0.99, alpha=0.5):
    q1, q2 = net(batch["s"])
    with torch.no_grad():
        t1, t2 = target(batch["s2"])
    y = batch["r"] + gamma * (1 - batch["done"]) * torch.min(t1, t2).max(1).values
    a = batch["a"].unsqueeze(1)
    td = F.mse_loss(q1.gather(1, a).squeeze(1), y) + F.mse_loss(q2.gather(1, a).squeeze(1), y)
    conservative = (q1.logsumexp(1) + q2.logsumexp(1)).mean() - (q1.gather(1, a) + q2.gather(1, a)).mean()
    return td + alpha * conservative


data = {k: torch.from_numpy(v) for k, v in load_dataset().items()}
net, target = TwinQ(), TwinQ()
target.load_state_dict(net.state_dict())
optim = torch.optim.Adam(net.parameters(), lr=3e-4)
for step in range(3):
    idx = torch.from_numpy(rng.integers(0, 256, 64))
    batch = {k: v[idx] for k, v in data.items()}
    loss = td_loss(net, target, batch)
    optim.zero_grad()
    loss.backward()
    optim.step()
    target.load_state_dict({k: 0.99 * v + 0.01 * net.state_dict()[k] for k, v in target.state_dict().items()})
    print(step, loss.item())
