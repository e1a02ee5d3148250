"""A valve that has to hold a pressure: an environment of one's own, and a policy that is trained in it."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical


class Valve(gym.Env):
    observation_space = gym.spaces.Box(-5.0, 5.0, (1,), np.float32)
    action_space = gym.spaces.Discrete(2)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.pressure, self.time = self.np_random.uniform(-1, 1), 0
        return np.array([self.pressure], np.float32), {}

    def step(self, action):
        self.pressure += 0.1 if action == 1 else -0.1
        self.time += 1
        reward = -abs(self.pressure)
        return np.array([self.pressure], np.float32), reward, False, self.time >= 20, {}


torch.manual_seed(0)
env = Valve()
policy = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)
for episode in range(3):
    (obs, _), done = env.reset(seed=episode), False
    log_probs, rewards = [], []
    while not done:
        dist = Categorical(logits=policy(torch.from_numpy(obs)))
        action = dist.sample()
        log_probs.append(dist.log_prob(action))
        obs, reward, ended, cut, _ = env.step(action.item())
        rewards.append(reward)
        done = ended or cut
    returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
    loss = -(torch.stack(log_probs) * (returns - returns.mean())).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"episode {episode}: return {returns[0].item():.2f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
