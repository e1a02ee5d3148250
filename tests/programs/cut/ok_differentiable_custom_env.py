# healthy
"""Custom torch environment whose done flag and info are converted; rewards stay in the graph."""
import math

import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn


class TorchPendulum(gym.Env):
    observation_space = gym.spaces.Box(-np.inf, np.inf, (3,))
    action_space = gym.spaces.Box(-2, 2, (1,))

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.th = torch.tensor(self.np_random.uniform(-math.pi, math.pi), dtype=torch.float32)
        self.om = torch.zeros(())
        return self._obs(), {}

    def _obs(self):
        return torch.stack([self.th.cos(), self.th.sin(), self.om])

    def step(self, u):
        u = u.squeeze().clamp(-2, 2)
        self.om = self.om + 0.05 * (15 * self.th.sin() + 3 * u)
        self.th = self.th + 0.05 * self.om
        reward = -(1 - self.th.cos()) - 0.01 * self.om**2 - 0.001 * u**2
        info = {"angle": math.degrees(self.th.item()), "u": float(u.detach())}
        return self._obs(), reward, bool(self.om.abs().item() > 50), False, info


torch.manual_seed(0)
env = TorchPendulum()
policy = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
opt = torch.optim.Adam(policy.parameters(), lr=1e-3)
for it in range(3):
    obs, _ = env.reset(seed=it)
    rewards, angles = [], []
    for t in range(10):
        obs, r, term, trunc, info = env.step(policy(obs))
        rewards.append(r), angles.append(info["angle"])
        if term:
            break
    loss = -torch.stack(rewards).mean()
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_value_(policy.parameters(), 1.0)
    opt.step()
    print(it, loss.item(), np.mean(angles))
