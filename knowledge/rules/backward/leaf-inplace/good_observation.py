"""Train a critic that is smooth in the observation: the slope at noisy observations is punished."""
import torch
from torch import nn

torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)

for update in range(4):
    obs = torch.randn(64, 4)
    returns = obs.square().sum(dim=1, keepdim=True)
    obs += 0.05 * torch.randn(64, 4)
    obs.requires_grad_(True)
    value = critic(obs)
    (slope,) = torch.autograd.grad(value.sum(), obs, create_graph=True)
    loss = (value - returns).square().mean() + 0.1 * slope.square().sum(dim=1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"update {update}: loss {loss.item():.4f}")

for name, parameter in critic.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
