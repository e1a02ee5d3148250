"""A DDPG actor update that logs how the critic wants the action to change."""
import torch
from torch import nn

torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(3, 32), nn.ReLU(), nn.Linear(32, 1), nn.Tanh())
critic = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 1)).requires_grad_(False)
optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)

for update in range(4):
    obs = torch.randn(32, 3)
    action = actor(obs)
    action.retain_grad()
    loss = -critic(torch.cat([obs, action], dim=1)).mean()
    optimizer.zero_grad()
    loss.backward()
    pull = action.grad
    optimizer.step()
    print(f"update {update}: loss {loss.item():.4f}, dQ/da {0.0 if pull is None else pull.abs().sum().item():.5f}")

for name, parameter in actor.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
    assert pull is not None and pull.any()
