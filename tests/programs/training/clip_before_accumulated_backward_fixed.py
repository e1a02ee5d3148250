# healthy
"""Gradient accumulation over micro-batches; the clip stands at the top of the loop."""
import torch
from torch import nn

torch.manual_seed(30)
net = nn.Sequential(nn.Linear(6, 32), nn.Mish(), nn.Linear(32, 3))
opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
MICRO = 4


def batches():
    while True:
        x = torch.randn(32, 6)
        yield x, torch.stack([x.sum(-1), x[:, 0], x[:, 1] ** 2], -1)


stream = batches()
for update in range(12):
    opt.zero_grad(set_to_none=True)
    for _ in range(MICRO):
        x, y = next(stream)
        loss = nn.functional.mse_loss(net(x), y) / MICRO
        loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 0.5)
    opt.step()
print(loss.item())
