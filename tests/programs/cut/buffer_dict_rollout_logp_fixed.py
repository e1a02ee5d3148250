# healthy
"""Vanilla policy gradient; the rollout is a list of dicts recorded while acting."""
import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Categorical


def discount(rewards, gamma):
    out, acc = [], 0.0
    for r in rewards[::-1]:
        acc = r + gamma * acc
        out.append(acc)
    return np.array(out[::-1], dtype=np.float32)


class Runner:
    def __init__(self, env, net):
        self.env, self.net = env, net

    @torch.no_grad()
    def run(self, seed, max_steps=40):
        rollout = []
        obs, _ = self.env.reset(seed=seed)
        for _ in range(max_steps):
            pi = Categorical(logits=self.net(torch.as_tensor(obs)))
            act = pi.sample()
            nxt, rew, term, trunc, _ = self.env.step(act.item())
            rollout.append({"obs": obs, "act": act, "logp": pi.log_prob(act), "rew": rew})
            obs = nxt
            if term or trunc:
                break
        return rollout


def update(net, opt, rollout, gamma=0.99):
    ret = torch.from_numpy(discount([step["rew"] for step in rollout], gamma))
    ret = (ret - ret.mean()) / (ret.std() + 1e-8)
    obs = torch.as_tensor(np.stack([step["obs"] for step in rollout]))
    logp = Categorical(logits=net(obs)).log_prob(torch.stack([step["act"] for step in rollout]))
    loss = -(logp * ret).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


torch.manual_seed(0)
env = gym.make("CartPole-v1")
net = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 2))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
runner = Runner(env, net)
for it in range(3):
    print(it, update(net, opt, runner.run(seed=it)))
