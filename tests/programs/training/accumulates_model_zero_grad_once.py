"""The gradients are cleared once before the loop, as at the beginning of an epoch."""
import torch
from torch import nn

torch.manual_seed(103)
net = nn.Sequential(nn.Linear(5, 16), nn.ELU(), nn.Linear(16, 1))
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
sched = torch.optim.lr_scheduler.StepLR(opt, 10)
for epoch in range(2):
    opt.zero_grad()
    for batch in range(12):
        x = torch.randn(32, 5)
        loss = nn.functional.huber_loss(net(x), x.max(-1, keepdim=True).values)
        loss.backward()  # expect: zero-grad-missing
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
    sched.step()
print(loss.item())
