"""An actor-critic update in which both networks have a limit of their own."""
import torch
from torch import nn
from torch.distributions import Normal


def update(obs, action, returns):
    value = critic(obs).squeeze(1)
    advantage = (returns - value).detach()
    actor_loss = -(Normal(actor(obs), 0.3).log_prob(action).sum(dim=1) * advantage).mean()
    actor_optimizer.zero_grad()
    actor_loss.backward()
    nn.utils.clip_grad_norm_(actor.parameters(), 0.5)
    actor_optimizer.step()

    critic_loss = (returns - value).square().mean()
    critic_optimizer.zero_grad()
    critic_loss.backward()
    nn.utils.clip_grad_norm_(critic.parameters(), 0.5)
    norm = torch.stack([parameter.grad.norm() for parameter in critic.parameters()]).norm().item()
    critic_optimizer.step()
    return critic_loss.item(), norm


torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 2))
critic = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
actor_optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=1e-2)
for iteration in range(5):
    loss, norm = update(torch.randn(64, 3), torch.randn(64, 2), 10.0 + torch.randn(64))
    print(f"iteration {iteration}: critic loss {loss:.3f}, gradient norm at its step {norm:.3f}")

for network in (actor, critic):
    for name, parameter in network.named_parameters():
        assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
        assert norm < 0.501
