"""Actor-critic with one optimizer for both networks; each of them has a loss of its own."""
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
critic = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=3e-3)
obs = torch.randn(128, 3)

for update in range(6):
    dist = Normal(actor(obs), 0.5)
    action = dist.sample()
    returns = -(action - obs[:, :1]).square().squeeze(1)
    advantage = returns - critic(obs).squeeze(1).detach()
    actor_loss = -(dist.log_prob(action).squeeze(1) * advantage).mean()
    critic_loss = (critic(obs).squeeze(1) - returns).square().mean()
    optimizer.zero_grad()
    (actor_loss + 0.5 * critic_loss).backward()
    optimizer.step()
    print(f"update {update}: actor loss {actor_loss.item():.4f}, critic loss {critic_loss.item():.4f}")

for network in (actor, critic):
    for name, parameter in network.named_parameters():
        assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
        assert not advantage.requires_grad
