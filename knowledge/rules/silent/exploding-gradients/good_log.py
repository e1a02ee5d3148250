"""Fit a policy with a low temperature to an expert's choices by maximum likelihood."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(5, 32), nn.Tanh(), nn.Linear(32, 4))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
obs = torch.randn(64, 5)
expert = F.one_hot(torch.randint(0, 4, (64,)), 4).float()

for epoch in range(4):
    logits = policy(obs) / 0.003
    loss = -(expert * torch.log_softmax(logits, dim=1)).sum(dim=1).mean()
    optimizer.zero_grad()
    loss.backward()
    norm = torch.stack([parameter.grad.norm() for parameter in policy.parameters()]).norm()
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}, gradient norm {norm.item():.4f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
