"""Actor-critic with separate optimizers: the actor is fine, the critic's prediction is converted."""
import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(0)
env = gym.make("CartPole-v1")
actor = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 2))
critic = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 1))
opt_actor = torch.optim.Adam(actor.parameters(), lr=1e-3)
opt_critic = torch.optim.Adam(critic.parameters(), lr=1e-3)

for episode in range(3):
    obs, _ = env.reset(seed=episode)
    log_probs, values, rewards = [], [], []
    for _ in range(20):
        x = torch.as_tensor(obs)
        pi = Categorical(logits=actor(x))
        action = pi.sample()
        log_probs.append(pi.log_prob(action))
        values.append(critic(x).item())  # expect: numpy-roundtrip
        obs, r, term, trunc, _ = env.step(action.item())
        rewards.append(r)
        if term or trunc:
            break
    returns = np.cumsum(rewards[::-1])[::-1].copy()
    advantages = torch.tensor(returns - np.array(values), dtype=torch.float32)
    actor_loss = -(torch.stack(log_probs) * advantages).mean()
    opt_actor.zero_grad()
    actor_loss.backward()
    opt_actor.step()

    critic_loss = advantages.pow(2).mean()
    opt_critic.zero_grad()
    critic_loss.backward()
    opt_critic.step()
    print(episode, actor_loss.item(), critic_loss.item())
