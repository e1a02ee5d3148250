"""Fit a critic to returns that now and then are huge."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, 1))
optimizer = torch.optim.SGD(critic.parameters(), lr=1e-4)

for update in range(6):
    obs = torch.randn(32, 6)
    returns = obs.sum(dim=1, keepdim=True) * (100.0 if update % 3 == 2 else 1.0)
    loss = F.mse_loss(critic(obs), returns)
    nn.utils.clip_grad_norm_(critic.parameters(), 10.0)  # expect: clip-before-backward
    optimizer.zero_grad()
    loss.backward()
    norm = torch.stack([parameter.grad.norm() for parameter in critic.parameters()]).norm()
    optimizer.step()
    print(f"update {update}: loss {loss.item():.3f}, gradient norm at the step {norm.item():.3f}")
