"""A critic and an actor that is updated every third time, in module code, for ever."""

import torch
from torch import nn

torch.manual_seed(0)
actor, critic = nn.Linear(4, 2), nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 1))
actor_optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)
critic_optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)
step = 0
while True:
    step += 1
    obs, action, reward = torch.randn(16, 4), torch.randn(16, 2), torch.randn(16, 1)
    critic_loss = ((critic(torch.cat([obs, action], 1)) - reward) ** 2).mean()
    critic_optimizer.zero_grad()
    critic_loss.backward()
    critic_optimizer.step()
    if step % 3 == 0:
        actor_loss = -critic(torch.cat([obs, actor(obs)], 1)).mean()
        actor_optimizer.zero_grad()
        actor_loss.backward()
        actor_optimizer.step()
