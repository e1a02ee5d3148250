"""Policy gradient on CartPole with preallocated numpy storage, updated every 64 steps."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

STEPS = 64


class Storage:
    def __init__(self):
        self.obs = np.zeros((STEPS, 4), np.float32)
        self.actions = np.zeros(STEPS, np.int64)
        self.log_probs = np.zeros(STEPS, np.float32)
        self.rewards = np.zeros(STEPS, np.float32)


def collect(env, policy, obs, storage):
    for t in range(STEPS):
        with torch.no_grad():
            dist = Categorical(logits=policy(torch.from_numpy(obs)))
            action = dist.sample()
        storage.obs[t], storage.actions[t] = obs, action.item()
        storage.log_probs[t] = dist.log_prob(action).item()
        obs, storage.rewards[t], done, _, _ = env.step(action.item())
        if done:
            obs, _ = env.reset()
    return obs


torch.manual_seed(0)
env = gym.make("CartPole-v1")
policy = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)
storage = Storage()
obs, _ = env.reset(seed=0)

for update in range(3):
    obs = collect(env, policy, obs, storage)
    returns = torch.from_numpy(storage.rewards).flip(0).cumsum(0).flip(0)
    advantages = (returns - returns.mean()) / returns.std()
    dist = Categorical(logits=policy(torch.from_numpy(storage.obs)))
    log_probs = dist.log_prob(torch.from_numpy(storage.actions))
    loss = -(log_probs * advantages).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"update {update}: loss {loss.item():.4f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
