"""Saliency of a trained policy: the gradient is read at the normalised observation."""
import torch
from torch import nn

torch.manual_seed(45)
policy = nn.Sequential(nn.Linear(4, 24), nn.Tanh(), nn.Linear(24, 2))
opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
for it in range(20):
    x = torch.randn(64, 4)
    loss = nn.functional.cross_entropy(policy(x), (x[:, 1] > 0).long())
    opt.zero_grad()
    loss.backward()
    opt.step()

obs = torch.randn(5, 4, requires_grad=True)
normal = (obs - obs.mean()) / obs.std()
policy(normal).amax(-1).sum().backward()
saliency = normal.grad  # expect: nonleaf-grad-read
print("saliency", saliency)
