# healthy
import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class ICM(nn.Module):
    def __init__(self, feat=16, n_act=3):
        super().__init__()
        self.phi = nn.Sequential(nn.Linear(2, 32), nn.ELU(), nn.Linear(32, feat))
        self.inv = nn.Linear(2 * feat, n_act)
        self.fwd = nn.Linear(feat + n_act, feat)

    def forward(self, s, a, s2):
        f, f2 = self.phi(s), self.phi(s2)
        onehot = F.one_hot(a, 3).float()
        pred = self.fwd(torch.cat([f.detach(), onehot], -1))
        return F.cross_entropy(self.inv(torch.cat([f, f2], -1)), a), 0.5 * (pred - f2.detach()).pow(2).sum(-1)


torch.manual_seed(0)
env, icm = gym.make("MountainCar-v0"), ICM()
env.action_space.seed(0)
opt = torch.optim.Adam(icm.parameters(), lr=1e-3)
obs, _ = env.reset(seed=0)
for it in range(3):
    rows = []
    for _ in range(32):
        a = env.action_space.sample()
        nxt, *_ = env.step(a)
        rows.append((obs, a, nxt))
        obs = nxt
    s, a, s2 = (torch.from_numpy(np.array(x)) for x in zip(*rows))
    inv, fwd = icm(s, a, s2)
    bonus = fwd.detach().numpy()
    loss = 0.8 * inv + 0.2 * fwd.mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item(), bonus.mean(), bonus.argmax())
