# healthy
"""TD(lambda) with eligibility traces kept in .grad itself."""
import torch
from torch import nn
torch.manual_seed(0)
v = nn.Linear(4, 1)
for ep in range(3):
    v.zero_grad()
    s = torch.randn(4)
    for t in range(10):
        s2, r = 0.9 * s + 0.1 * torch.randn(4), 1.0
        with torch.no_grad():
            delta = r + 0.95 * v(s2) - v(s)
            for p in v.parameters():
                if p.grad is not None: p.grad.mul_(0.95 * 0.8)
        v(s).sum().backward()
        with torch.no_grad():
            for p in v.parameters(): p.add_(0.01 * delta.squeeze() * p.grad)
        s = s2
