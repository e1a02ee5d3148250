"""A dynamics model trained on consecutive chunks of a recorded drive."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
drive = torch.cumsum(0.1 * torch.randn(240, 4), dim=0)
model = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 4))
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)

optimizer.zero_grad()
for chunk in drive.split(40):
    loss = F.mse_loss(model(chunk[:-1]), chunk[1:])
    loss.backward()  # expect: zero-grad-missing
    norm = torch.stack([parameter.grad.norm() for parameter in model.parameters()]).norm()
    optimizer.step()
    print(f"loss {loss.item():.4f}, gradient norm {norm.item():.4f}")
