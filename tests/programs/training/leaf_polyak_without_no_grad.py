"""DDPG critic with a slow copy; the averaging stands in a function of its own."""
import copy

import torch
from torch import nn

torch.manual_seed(7)


def polyak(slow, fast, tau):
    for s, f in zip(slow.parameters(), fast.parameters()):
        s.lerp_(f, tau)  # expect: leaf-inplace  # raises: RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.


critic = nn.Sequential(nn.Linear(3, 24), nn.SiLU(), nn.Linear(24, 1))
slow = copy.deepcopy(critic)
opt = torch.optim.NAdam(critic.parameters(), lr=1e-3)
for it in range(10):
    x, r, x2 = torch.randn(32, 3), torch.randn(32, 1), torch.randn(32, 3)
    with torch.no_grad():
        y = r + 0.97 * slow(x2)
    loss = (critic(x) - y).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    polyak(slow, critic, 0.05)
print(loss.item())
