# healthy
"""A point-mass environment of one's own in the old interface, used by a loop in the new one."""
import numpy as np
import torch
from torch import nn

torch.manual_seed(18)


class PointMass:
    def reset(self, seed=None):
        self.rng = np.random.default_rng(seed)
        self.pos = self.rng.normal(size=2).astype(np.float32)
        self.t = 0
        return self.pos.copy(), {}

    def step(self, action):
        self.pos += 0.1 * action
        self.t += 1
        return self.pos.copy(), -float(np.abs(self.pos).sum()), False, self.t >= 20, {}


env, policy = PointMass(), nn.Linear(2, 2)
opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
for episode in range(4):
    obs, _ = env.reset(seed=episode)
    terms, truncated = [], False
    while not truncated:
        dist = torch.distributions.Normal(policy(torch.from_numpy(obs)), 0.3)
        action = dist.sample()
        obs, reward, terminated, truncated, _ = env.step(action.numpy())
        terms.append(-dist.log_prob(action).sum() * reward)
    loss = torch.stack(terms).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
