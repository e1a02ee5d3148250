"""Plain SGD on expert demonstrations, several passes over the data."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(6, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
states, commands = torch.randn(96, 6), torch.randn(96, 2)

for epoch in range(6):
    for batch, target in zip(states.split(32), commands.split(32)):
        loss = F.mse_loss(policy(batch), target)
        optimizer.zero_grad()
        loss.backward()
        norm = torch.stack([parameter.grad.norm() for parameter in policy.parameters()]).norm()
        optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}, gradient norm {norm.item():.4f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
    assert norm < 1.0
