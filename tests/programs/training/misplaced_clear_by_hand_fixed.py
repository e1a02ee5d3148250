# healthy
"""Hand-written clearing of the gradients stands just before the step."""
import torch
from torch import nn

torch.manual_seed(40)
net = nn.Sequential(nn.Linear(5, 24), nn.Tanh(), nn.Linear(24, 1))
opt = torch.optim.Adam(net.parameters(), lr=1e-3)


def clear(module):
    for p in module.parameters():
        p.grad = None


for it in range(15):
    x = torch.randn(32, 5)
    loss = (net(x) - x.mean(-1, keepdim=True)).abs().mean()
    clear(net)
    loss.backward()
    opt.step()
print(loss.item())
