"""Behaviour cloning in which the gradients are cleared once an iteration."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(6, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
states, commands = torch.randn(64, 6), torch.randn(64, 2)

for epoch in range(6):
    loss = F.mse_loss(policy(states), commands)
    loss.backward()
    norm = nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
    optimizer.zero_grad()  # expect: zero-grad-misplaced
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}, gradient norm {norm.item():.4f}")
