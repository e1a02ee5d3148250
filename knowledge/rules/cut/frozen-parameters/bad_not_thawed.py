"""DDPG updates that freeze the critic while the actor learns from it."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
critic = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
actor_optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)
critic_optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)

for update in range(3):
    obs, action, target = torch.randn(32, 3), torch.rand(32, 1), torch.randn(32, 1)
    critic_loss = F.mse_loss(critic(torch.cat([obs, action], dim=1)), target)
    critic_optimizer.zero_grad()
    critic_loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
    critic_optimizer.step()

    critic.requires_grad_(False)  # expect: frozen-parameters
    actor_loss = -critic(torch.cat([obs, actor(obs)], dim=1)).mean()
    actor_optimizer.zero_grad()
    actor_loss.backward()
    actor_optimizer.step()
    print(update, critic_loss.item(), actor_loss.item())
