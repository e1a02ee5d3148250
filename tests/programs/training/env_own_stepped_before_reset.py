"""Own reservoir environment that raises its own errors; the evaluation steps a fresh one."""
import numpy as np
import torch
from gymnasium import Env, spaces
from torch import nn


class Reservoir(Env):
    observation_space = spaces.Box(0.0, 10.0, (2,), np.float32)
    action_space = spaces.Box(0.0, 1.0, (1,), np.float32)

    def __init__(self):
        self.level = None

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.level, self.t = float(self.np_random.uniform(2, 8)), 0
        return self._obs(), {}

    def _obs(self):
        return np.array([self.level, self.t / 10], np.float32)

    def step(self, action):
        release = float(np.clip(action, 0, 1)[0])
        self.level = self.level + 0.5 - release
        self.t += 1
        return self._obs(), -abs(self.level - 5.0), False, self.t >= 10, {}


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, x):
        return torch.distributions.Normal(torch.sigmoid(self.net(x)), 0.1)


def evaluate(policy, n=5):
    env, total = Reservoir(), 0.0
    obs = np.array([5.0, 0.0], np.float32)
    for _ in range(n):
        with torch.no_grad():
            a = policy(torch.as_tensor(obs)).mean
        obs, r, _, _, _ = env.step(a.numpy())  # expect: env-misuse
        total += r
    return total


torch.manual_seed(0)
env, policy = Reservoir(), Policy()
opt = torch.optim.Adam(policy.parameters(), 1e-2)
for ep in range(3):
    obs, _ = env.reset(seed=ep)
    logps, rewards, over = [], [], False
    while not over:
        dist = policy(torch.as_tensor(obs))
        a = dist.sample()
        obs, r, _, over, _ = env.step(a.numpy())
        logps.append(dist.log_prob(a).sum())
        rewards.append(r)
    rew = torch.tensor(rewards)
    loss = -(torch.stack(logps) * (rew - rew.mean())).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(evaluate(policy))
