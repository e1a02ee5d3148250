# healthy
"""A linear latent model unrolled for 60 steps with a large step size and no clip."""
import torch
from torch import nn

torch.manual_seed(50)
step = nn.Linear(4, 4)
with torch.no_grad():
    step.weight.copy_(1.6 * torch.eye(4))
opt = torch.optim.SGD(step.parameters(), lr=0.1)
HORIZON = 3
opt.param_groups[0]["lr"] = 1e-4
for it in range(6):
    z = torch.randn(16, 4)
    total = torch.zeros(())
    for t in range(HORIZON):
        z = step(z)
        total = total + z.square().mean()
    loss = total / HORIZON
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item())
