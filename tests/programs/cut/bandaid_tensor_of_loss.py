"""Curiosity module: the combined loss is wrapped in torch.tensor(..., requires_grad=True)."""
import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class ICM(nn.Module):
    def __init__(self, obs_dim=2, n_act=3, feat=16):
        super().__init__()
        self.phi = nn.Sequential(nn.Linear(obs_dim, 32), nn.ELU(), nn.Linear(32, feat))
        self.inverse = nn.Linear(2 * feat, n_act)
        self.forward_model = nn.Linear(feat + n_act, feat)
        self.n_act = n_act

    def losses(self, s, a, s2):
        f, f2 = self.phi(s), self.phi(s2)
        inv = F.cross_entropy(self.inverse(torch.cat([f, f2], -1)), a)
        pred = self.forward_model(torch.cat([f.detach(), F.one_hot(a, self.n_act).float()], -1))
        fwd = 0.5 * (pred - f2.detach()).pow(2).sum(-1)
        return inv, fwd


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
    inv, fwd = icm.losses(s, a, s2)
    bonus = fwd.detach().mean().item()
    total = 0.8 * inv + 0.2 * fwd.mean()
    loss = torch.tensor(total.item(), requires_grad=True)  # expect: grad-bandaid
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item(), bonus)
