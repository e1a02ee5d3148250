"""Rewards of shape (N,), values of shape (N, 1): the target becomes (N, N)."""
import torch
from torch import nn

torch.manual_seed(110)
value = nn.Sequential(nn.Linear(3, 24), nn.Tanh(), nn.Linear(24, 1))
opt = torch.optim.SGD(value.parameters(), lr=1e-2)
criterion = nn.SmoothL1Loss()
for it in range(12):
    obs, rew, nxt = torch.randn(32, 3), torch.randn(32), torch.randn(32, 3)
    with torch.no_grad():
        target = rew + 0.95 * value(nxt)  # expect: shape-broadcast
    loss = criterion(value(obs).expand_as(target), target)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
