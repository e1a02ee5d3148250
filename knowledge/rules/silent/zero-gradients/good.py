"""Actor-critic updates whose advantages are normalised before use."""
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 3))
critic = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=3e-3)

for episode in range(5):
    obs = torch.randn(1, 40, 4)
    action = Categorical(logits=actor(obs)).sample()
    returns = (action == 1).float().flip(1).cumsum(1).flip(1)
    value = critic(obs).squeeze(-1)
    raw = (returns - value).detach()
    advantage = (raw - raw.mean()) / (raw.std() + 1e-8)
    policy_loss = -(Categorical(logits=actor(obs)).log_prob(action) * advantage).mean()
    value_loss = (returns - value).square().mean()
    optimizer.zero_grad()
    (policy_loss + 0.5 * value_loss).backward()
    optimizer.step()
    norm = torch.stack([parameter.grad.norm() for parameter in actor.parameters()]).norm().item()
    print(f"episode {episode}: policy loss {policy_loss.item():.4f}, gradient norm of the actor {norm:.4f}")

for name, parameter in actor.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
