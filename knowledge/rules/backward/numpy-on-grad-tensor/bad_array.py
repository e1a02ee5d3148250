"""Advantage actor-critic on CartPole; the values that were estimated on the way are kept for a plot."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
env = gym.make("CartPole-v1")
actor = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
critic = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=1e-3)
curve = np.empty(0, np.float32)

for episode in range(3):
    obs, done = env.reset(seed=episode)[0], False
    log_probs, values, rewards = [], [], []
    while not done and len(rewards) < 60:
        state = torch.from_numpy(obs)
        dist = Categorical(logits=actor(state))
        action = dist.sample()
        log_probs.append(dist.log_prob(action))
        values.append(critic(state))
        obs, reward, done, _, _ = env.step(action.numpy())
        rewards.append(reward)

    returns, values = torch.tensor(rewards).flip(0).cumsum(0).flip(0), torch.cat(values)
    advantages = (returns - values).detach()
    loss = -(torch.stack(log_probs) * advantages).mean() + (returns - values).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    curve = np.append(curve, values)  # raises: RuntimeError: Can't call numpy()  # expect: numpy-on-grad-tensor
    print(f"episode {episode}: {len(curve)} values, last {curve[-1]:.3f}")
