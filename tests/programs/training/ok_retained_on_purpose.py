# healthy
"""One forward pass, several backward passes: per-sample influence of each transition, with retain_graph on purpose."""
import torch
from torch import nn

torch.manual_seed(76)
net = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.05)
for it in range(6):
    x = torch.randn(8, 3)
    losses = (net(x).squeeze(-1) - x.sum(-1)).square()
    influence = []
    for loss in losses:
        opt.zero_grad()
        loss.backward(retain_graph=True)
        influence.append(sum(p.grad.square().sum() for p in net.parameters()).sqrt().item())
    weights = torch.tensor(influence).reciprocal().clamp(max=10)
    opt.zero_grad()
    (losses * weights / weights.sum()).sum().backward()
    opt.step()
print(influence)
