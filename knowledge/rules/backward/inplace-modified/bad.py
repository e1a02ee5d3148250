"""DDPG on transitions of a one-dimensional tracker: both losses are computed, then both networks are updated."""
import copy

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(3, 32), nn.ReLU(), nn.Linear(32, 1), nn.Tanh())
critic = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 1))
target_critic = copy.deepcopy(critic)
actor_optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)
critic_optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)

for update in range(4):
    obs, action, reward, next_obs = torch.randn(32, 3), torch.rand(32, 1), torch.randn(32, 1), torch.randn(32, 3)
    with torch.no_grad():
        target = reward + 0.98 * target_critic(torch.cat([next_obs, actor(next_obs)], dim=1))
    critic_loss = F.mse_loss(critic(torch.cat([obs, action], dim=1)), target)
    actor_loss = -critic(torch.cat([obs, actor(obs)], dim=1)).mean()

    critic_optimizer.zero_grad()
    critic_loss.backward()
    critic_optimizer.step()  # expect: inplace-modified

    actor_optimizer.zero_grad()
    actor_loss.backward()  # raises: RuntimeError: one of the variables needed for gradient computation
    actor_optimizer.step()
    print(f"update {update}: critic {critic_loss.item():.4f}, actor {actor_loss.item():.4f}")
