"""Actor for a vectorised pendulum, trained to raise the reward; the critic is fitted beside it."""
import gymnasium as gym
import torch
from torch import nn
from torch.nn import functional as F


def as_batch(array):
    return torch.as_tensor(array, dtype=torch.float32)


torch.manual_seed(0)
envs = gym.make_vec("Pendulum-v1", num_envs=8, vectorization_mode="sync")
actor = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1), nn.Tanh())
critic = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
actor_optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)
critic_optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)

obs = as_batch(envs.reset(seed=0)[0])
for update in range(5):
    action = 2.0 * actor(obs)
    next_obs, reward, _, _, _ = envs.step(action.detach().numpy())
    reward = as_batch(reward)

    predicted = critic(torch.cat([obs, action.detach()], dim=1)).squeeze(1)
    critic_loss = F.mse_loss(predicted, reward)
    critic_optimizer.zero_grad()
    critic_loss.backward()
    critic_optimizer.step()

    actor_loss = -critic(torch.cat([obs, action], dim=1)).mean()
    actor_optimizer.zero_grad()
    actor_loss.backward()
    actor_optimizer.step()
    print(update, critic_loss.item(), actor_loss.item())
    obs = as_batch(next_obs)

for name, parameter in actor.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
