"""Actor-critic with two losses and two optimizers."""
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
critic = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
actor_optimizer = torch.optim.Adam(actor.parameters(), lr=3e-3)
critic_optimizer = torch.optim.Adam(critic.parameters(), lr=3e-3)
obs, action, returns = torch.randn(64, 3), torch.randn(64, 1), 3.0 + torch.randn(64)

for update in range(5):
    value = critic(obs).squeeze(1)
    log_prob = Normal(actor(obs), 0.5).log_prob(action).squeeze(1)
    actor_loss = -(log_prob * (returns - value).detach()).mean()
    critic_loss = (returns - value).square().mean()

    actor_optimizer.zero_grad()
    actor_loss.backward()
    actor_optimizer.step()

    critic_optimizer.zero_grad()
    critic_loss.backward()
    critic_optimizer.step()
    print(f"update {update}: actor loss {actor_loss.item():.3f}, critic loss {critic_loss.item():.3f}")

for network in (actor, critic):
    for name, parameter in network.named_parameters():
        assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
