# healthy
"""PPO policy loss, silenced only when it 'happens' not to require a gradient."""
import gymnasium as gym
import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(0)
env = gym.make("CartPole-v1")
actor = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(actor.parameters(), lr=3e-4)


def collect(n=24):
    obs, _ = env.reset(seed=0)
    data = []
    for _ in range(n):
        with torch.no_grad():
            pi = Categorical(logits=actor(torch.as_tensor(obs)))
            a = pi.sample()
            lp = pi.log_prob(a)
        nxt, r, term, trunc, _ = env.step(a.item())
        data.append((torch.as_tensor(obs), a, lp, r))
        obs = env.reset()[0] if term or trunc else nxt
    return data


def policy_loss(data, clip=0.2):
    obs, act, old, rew = zip(*data)
    obs, act, old = torch.stack(obs), torch.stack(act), torch.stack(old)
    ret = torch.tensor(rew).flip(0).cumsum(0).flip(0)
    adv = (ret - ret.mean()) / ret.std()
    new = Categorical(logits=actor(obs)).log_prob(act)
    ratio = (new - old).exp()
    return -torch.min(ratio * adv, ratio.clamp(1 - clip, 1 + clip) * adv).mean()


for it in range(3):
    data = collect()
    for epoch in range(2):
        loss = policy_loss(data)
        optimizer.zero_grad()
        if not loss.requires_grad:
            loss.requires_grad = True
        loss.backward()
        nn.utils.clip_grad_norm_(actor.parameters(), 0.5)
        optimizer.step()
    print(it, loss.item())
