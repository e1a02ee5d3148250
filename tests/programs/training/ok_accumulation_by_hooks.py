# healthy
"""Large batches by accumulation over eight micro-batches, the clip and step only at the eighth; hooks count norms."""
import torch
from torch import nn

torch.manual_seed(83)
net = nn.Sequential(nn.Linear(6, 32), nn.GELU(), nn.Linear(32, 6))
seen = []
for p in net.parameters():
    p.register_hook(lambda g: seen.append(float(g.norm())) or None)
opt = torch.optim.Adam(net.parameters(), lr=2e-3)
opt.zero_grad()
for micro in range(64):
    x = torch.randn(8, 6)
    t = torch.rand(8, 1)
    noise = torch.randn_like(x)
    predicted = net((1 - t) * x + t * noise)
    loss = (predicted - (noise - x)).square().mean() / 8
    loss.backward()
    if (micro + 1) % 8 == 0:
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        opt.zero_grad()
print(loss.item(), len(seen))
