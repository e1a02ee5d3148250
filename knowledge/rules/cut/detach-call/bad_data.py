"""One DDPG update: the critic learns from transitions, the actor from the critic."""
import copy

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(3, 32), nn.ReLU(), nn.Linear(32, 1), nn.Tanh())
critic = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 1))
target_actor, target_critic = copy.deepcopy(actor), copy.deepcopy(critic)
actor_optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)
critic_optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)

for update in range(5):
    obs, action, reward, next_obs = torch.randn(32, 3), torch.rand(32, 1), torch.randn(32, 1), torch.randn(32, 3)

    next_value = target_critic(torch.cat([next_obs, target_actor(next_obs)], dim=1))
    target = reward + 0.99 * next_value.detach()
    critic_loss = F.mse_loss(critic(torch.cat([obs, action], dim=1)), target)
    critic_optimizer.zero_grad()
    critic_loss.backward()
    critic_optimizer.step()

    critic.requires_grad_(False)
    proposal = actor(obs).data  # expect: detach-call
    actor_loss = -critic(torch.cat([obs, proposal], dim=1)).mean()
    actor_optimizer.zero_grad()
    actor_loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
    actor_optimizer.step()
    critic.requires_grad_(True)
    print(update, critic_loss.item(), actor_loss.item())
