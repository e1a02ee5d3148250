"""One DDPG learner: critic and actor have an optimizer and a limit each."""
import copy

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(3, 32), nn.ReLU(), nn.Linear(32, 1), nn.Tanh())
critic = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 1))
critic_target = copy.deepcopy(critic).requires_grad_(False)
actor_optimizer = torch.optim.Adam(actor.parameters(), lr=1e-4)
critic_optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)

for update in range(5):
    obs, action, next_obs = torch.randn(32, 3), torch.rand(32, 1), torch.randn(32, 3)
    reward = 50.0 * torch.randn(32, 1)
    with torch.no_grad():
        target = reward + 0.99 * critic_target(torch.cat([next_obs, actor(next_obs)], dim=1))
    critic_loss = F.mse_loss(critic(torch.cat([obs, action], dim=1)), target)
    critic_optimizer.zero_grad()
    critic_loss.backward()
    norm = nn.utils.clip_grad_norm_(critic.parameters(), 1.0)
    critic_optimizer.step()

    actor_loss = -critic(torch.cat([obs, actor(obs)], dim=1)).mean()
    actor_optimizer.zero_grad()
    actor_loss.backward()
    nn.utils.clip_grad_norm_(actor.parameters(), 1.0)
    actor_optimizer.step()
    for parameter, slow in zip(critic.parameters(), critic_target.parameters()):
        slow.data.lerp_(parameter.data, 0.01)
    print(f"update {update}: critic loss {critic_loss.item():.2f}, its gradient norm {norm.item():.3f}")

for network in (actor, critic):
    for name, parameter in network.named_parameters():
        assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
        assert norm > 0.0
