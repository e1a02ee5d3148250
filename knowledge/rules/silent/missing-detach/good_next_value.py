"""A critic that learns one-step returns along recorded trajectories."""
import torch
from torch import nn

torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(critic.parameters(), lr=3e-3)
states = torch.cumsum(0.3 * torch.randn(16, 21, 2), dim=1)
rewards = -states[:, 1:].square().sum(dim=2)

for epoch in range(5):
    values = critic(states).squeeze(2)
    targets = rewards + 0.95 * values[:, 1:].detach()
    loss = (values[:, :-1] - targets).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}, mean value {values.mean().item():.4f}")

for name, parameter in critic.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
    assert not targets.requires_grad
