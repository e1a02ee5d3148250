# healthy
"""Discrete-latent world model with straight-through samples and an imagination actor."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Independent, OneHotCategoricalStraightThrough, kl_divergence

torch.manual_seed(0)
CLASSES, CATS, DET, ACT, OBS = 4, 3, 16, 2, 6


class RSSM(nn.Module):
    def __init__(self):
        super().__init__()
        self.gru = nn.GRUCell(CLASSES * CATS + ACT, DET)
        self.prior = nn.Linear(DET, CLASSES * CATS)
        self.post = nn.Linear(DET + OBS, CLASSES * CATS)
        self.decoder = nn.Linear(DET + CLASSES * CATS, OBS)
        self.reward = nn.Linear(DET + CLASSES * CATS, 1)

    def dist(self, logits):
        return Independent(OneHotCategoricalStraightThrough(logits=logits.view(-1, CATS, CLASSES)), 1)

    def step(self, h, z, a):
        return self.gru(torch.cat([z, a], -1), h)

    def imagine(self, h, z, a):
        h = self.step(h, z, a)
        z = self.dist(self.prior(h)).rsample().flatten(1)
        return h, z


def kl_loss(model, post, prior):
    def stop(d):
        return model.dist(d.detach())

    dyn = kl_divergence(stop(post), model.dist(prior)).clamp(min=0.1)
    rep = kl_divergence(model.dist(post), stop(prior)).clamp(min=0.1)
    return (0.8 * dyn + 0.2 * rep).mean()


wm = RSSM()
actor = nn.Sequential(nn.Linear(DET + CLASSES * CATS, 32), nn.ELU(), nn.Linear(32, ACT), nn.Tanh())
wm_opt = torch.optim.Adam(wm.parameters(), lr=1e-3)
actor_opt = torch.optim.Adam(actor.parameters(), lr=1e-3)
for it in range(3):
    obs, act = torch.randn(5, 8, OBS), torch.rand(5, 8, ACT)
    h, z, loss, states = torch.zeros(8, DET), torch.zeros(8, CLASSES * CATS), 0.0, []
    for o, a in zip(obs, act):
        h = wm.step(h, z, a)
        post, prior = wm.post(torch.cat([h, o], -1)), wm.prior(h)
        z = wm.dist(post).rsample().flatten(1)
        feat = torch.cat([h, z], -1)
        loss = loss + F.mse_loss(wm.decoder(feat), o) + F.mse_loss(wm.reward(feat).squeeze(-1), o.sum(-1)) + kl_loss(wm, post, prior)
        states.append((h.detach(), z.detach()))
    wm_opt.zero_grad()
    loss.backward()
    wm_opt.step()

    wm.requires_grad_(False)
    h, z = (torch.cat(x) for x in zip(*states))
    ret = 0.0
    for t in range(4):
        a = actor(torch.cat([h, z], -1))
        h, z = wm.imagine(h, z, a)
        ret = ret + 0.95**t * wm.reward(torch.cat([h, z], -1)).mean()
    actor_opt.zero_grad()
    (-ret).backward()
    actor_opt.step()
    wm.requires_grad_(True)
    print(it, loss.item(), ret.item())
