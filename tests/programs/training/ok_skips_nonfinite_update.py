# healthy
"""A batch with a corrupt sensor reading gives an infinite norm; the step is skipped on purpose."""
import torch
from torch import nn
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1))
opt = torch.optim.Adam(net.parameters(), 1e-3)
skipped = 0
for it in range(20):
    x = torch.randn(16, 3)
    if it == 7:
        x[3, 1] = float("inf")
    loss = (net(x) - x.sum(-1, keepdim=True)).square().mean()
    opt.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    if not torch.isfinite(norm):
        skipped += 1
        continue
    opt.step()
print("skipped", skipped)
