"""Reach a set-point: the policy's command is limited to what the motor can do."""
import torch
from torch import nn

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
state = torch.randn(64, 2)

for epoch in range(5):
    torque = (policy(state) + 5.0).clamp(-1.0, 1.0)  # expect: zero-gradients
    following = state[:, :1] + 0.1 * state[:, 1:] + 0.1 * torque
    loss = following.square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    norm = torch.stack([parameter.grad.norm() for parameter in policy.parameters()]).norm().item()
    print(f"epoch {epoch}: loss {loss.item():.4f}, largest torque {torque.max().item():.3f}, gradient norm {norm:.4f}")
