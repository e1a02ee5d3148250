"""A squashed policy and its learned temperature; the gradients are asked for with autograd.grad."""
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
log_alpha = nn.Parameter(torch.zeros(1))
actor_optimizer = torch.optim.Adam(actor.parameters(), lr=3e-3)
temperature_optimizer = torch.optim.Adam([log_alpha], lr=3e-3)

for update in range(5):
    dist = Normal(actor(torch.randn(64, 3)), 0.5)
    action = dist.rsample()
    log_prob = dist.log_prob(action).sum(dim=1)
    actor_loss = (log_alpha.exp().detach() * log_prob + action.square().sum(dim=1)).mean()
    actor_optimizer.zero_grad()
    actor_loss.backward()
    actor_optimizer.step()

    temperature_loss = -(log_alpha * (log_prob.detach() - 1.0)).mean()
    temperature_optimizer.zero_grad()
    temperature_loss.backward()
    temperature_optimizer.step()
    print(f"update {update}: actor loss {actor_loss.item():.3f}, temperature {log_alpha.exp().item():.4f}")

for parameter in (log_alpha, *actor.parameters()):
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any()
