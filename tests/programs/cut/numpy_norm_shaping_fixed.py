# healthy
"""Quadrotor-like point mass in torch; reward shaping done with numpy."""
import numpy as np
import torch
import torch.nn as nn


class PointMass3D:
    def __init__(self, n_envs, goal):
        self.n, self.goal = n_envs, goal

    def reset(self):
        self.p, self.v = torch.zeros(self.n, 3), torch.zeros(self.n, 3)
        return torch.cat([self.p, self.v], -1)

    def step(self, thrust):
        self.v = 0.98 * self.v + 0.05 * (thrust - torch.tensor([0.0, 0.0, 0.5]))
        self.p = self.p + 0.05 * self.v
        obs = torch.cat([self.p, self.v], -1)
        done = (self.p.detach().norm(dim=-1) > 10).any().item()
        return obs, self.reward(thrust), done

    def reward(self, thrust):
        dist = torch.linalg.norm(self.p - torch.as_tensor(self.goal, dtype=torch.float32), dim=-1)
        bonus = torch.exp(-dist)
        return bonus - 0.1 * dist


torch.manual_seed(0)
env = PointMass3D(8, np.array([0.5, 0.0, 1.0]))
pi = nn.Sequential(nn.Linear(6, 32), nn.SiLU(), nn.Linear(32, 3), nn.Tanh())
opt = torch.optim.Adam(pi.parameters(), lr=1e-3)
scheduler = torch.optim.lr_scheduler.StepLR(opt, 10)
for it in range(3):
    obs, ret = env.reset(), 0
    for t in range(12):
        obs, rew, done = env.step(pi(obs))
        ret = ret + 0.98**t * rew
        if done:
            break
    loss = -ret.mean()
    opt.zero_grad(set_to_none=True)
    loss.backward()
    opt.step()
    scheduler.step()
    print(it, round(loss.item(), 4))
