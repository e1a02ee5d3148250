"""SAC on Pendulum with twin critics, a learned temperature, and target critics that follow softly."""
import copy

import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.distributions import Normal
from torch.nn import functional as F

torch.manual_seed(0)
GAMMA, TAU, BATCH, TARGET_ENTROPY = 0.98, 0.01, 64, -1.0


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 48), nn.ReLU())
        self.mean, self.log_std = nn.Linear(48, 1), nn.Linear(48, 1)

    def forward(self, obs):
        features = self.body(obs)
        dist = Normal(self.mean(features), self.log_std(features).clamp(-5.0, 1.0).exp())
        raw = dist.rsample()
        log_prob = dist.log_prob(raw) - 2.0 * (np.log(2.0) - raw - F.softplus(-2.0 * raw))
        return raw.tanh(), log_prob


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Sequential(nn.Linear(4, 48), nn.ReLU(), nn.Linear(48, 1))
        self.second = nn.Sequential(nn.Linear(4, 48), nn.ReLU(), nn.Linear(48, 1))

    def forward(self, obs, action):
        x = torch.cat([obs, action], dim=-1)
        return self.first(x), self.second(x)


actor, critic = Actor(), Critic()
target_critic = copy.deepcopy(critic).requires_grad_(False)
log_alpha = torch.zeros(1, requires_grad=True)
actor_optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)
critic_optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)
alpha_optimizer = torch.optim.Adam([log_alpha], lr=1e-3)

env = gym.make("Pendulum-v1")
obs, _ = env.reset(seed=0)
memory = torch.zeros(300, 8)
for step in range(300):
    with torch.no_grad():
        action = actor(torch.as_tensor(obs))[0]
    next_obs, reward, _, truncated, _ = env.step(2.0 * action.numpy())
    memory[step] = torch.tensor([*obs, action.item(), 0.1 * reward, *next_obs])
    obs = env.reset()[0] if truncated else next_obs
    if step < BATCH:
        continue

    batch = memory[torch.randint(0, step + 1, (BATCH,))]
    state, taken, gain, following = batch.split([3, 1, 1, 3], dim=1)
    alpha = log_alpha.exp().detach()
    with torch.no_grad():
        next_action, next_log_prob = actor(following)
        next_value = torch.min(*target_critic(following, next_action)) - alpha * next_log_prob
        target = gain + GAMMA * next_value
    first, second = critic(state, taken)
    critic_loss = F.mse_loss(first, target) + F.mse_loss(second, target)
    critic_optimizer.zero_grad()
    critic_loss.backward()
    critic_optimizer.step()

    action, log_prob = actor(state)
    actor_loss = (alpha * log_prob - torch.min(*critic(state, action))).mean()
    actor_optimizer.zero_grad()
    actor_loss.backward()
    actor_optimizer.step()

    alpha_loss = -(log_alpha.exp() * (log_prob.detach() + TARGET_ENTROPY)).mean()
    alpha_optimizer.zero_grad()
    alpha_loss.backward()
    alpha_optimizer.step()

    with torch.no_grad():
        for parameter, slow in zip(critic.parameters(), target_critic.parameters()):
            slow.lerp_(parameter, TAU)
    if step % 50 == 49:
        print(f"step {step + 1}: critic {critic_loss.item():.4f}, actor {actor_loss.item():.4f}, "
              f"alpha {alpha.item():.4f}")
