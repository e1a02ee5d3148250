"""DDPG updates: the critic is cleared before its backward, and so should the actor be."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(3, 32), nn.ReLU(), nn.Linear(32, 1), nn.Tanh())
critic = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 1))
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=1e-2)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=1e-2)

for update in range(6):
    obs, action = torch.randn(64, 3), 2.0 * torch.rand(64, 1) - 1.0
    reward = -(action - obs[:, :1]).square()
    critic_loss = F.mse_loss(critic(torch.cat([obs, action], dim=1)), reward)
    critic_optimizer.zero_grad()
    critic_loss.backward()
    critic_optimizer.step()

    actor_loss = -critic(torch.cat([obs, actor(obs)], dim=1)).mean()
    actor_optimizer.zero_grad()
    actor_loss.backward()
    norm = torch.stack([parameter.grad.norm() for parameter in actor.parameters()]).norm()
    actor_optimizer.step()
    print(f"update {update}: critic loss {critic_loss.item():.4f}, actor gradient norm {norm.item():.4f}")

for network in (actor, critic):
    for name, parameter in network.named_parameters():
        assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
        assert norm < 0.4
