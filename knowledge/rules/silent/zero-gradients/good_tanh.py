"""A DDPG-like actor with a squashed output; its sensors are encoder counts."""
import torch
from torch import nn

torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1))
critic = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1)).requires_grad_(False)
optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)
counts = 30000.0 + 4000.0 * torch.rand(64, 3)
state = (counts - counts.mean(dim=0)) / counts.std(dim=0)

for update in range(5):
    action = torch.tanh(actor(state))
    loss = -critic(torch.cat([state, action], dim=1)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    norm = torch.stack([parameter.grad.norm() for parameter in actor.parameters()]).norm().item()
    print(f"update {update}: loss {loss.item():.4f}, mean action {action.mean().item():.3f}, gradient norm {norm:.6f}")

for name, parameter in actor.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
