"""Soft actor-critic without entropy, spread over three files."""
import gymnasium as gym
import numpy as np
import torch
import torch.nn.functional as F

from memory import RingBuffer
from networks import SquashedGaussian, build_mlp


class Agent:
    def __init__(self, obs_dim, act_dim):
        self.pi = SquashedGaussian(obs_dim, act_dim)
        self.q = build_mlp([obs_dim + act_dim, 32, 1])
        self.pi_opt = torch.optim.Adam(self.pi.parameters(), lr=1e-3)
        self.q_opt = torch.optim.Adam(self.q.parameters(), lr=1e-3)

    def value(self, obs, act):
        return self.q(torch.cat([obs, act], dim=-1)).squeeze(-1)

    def update(self, batch):
        with torch.no_grad():
            target = batch["rew"] + 0.99 * self.value(batch["nxt"], self.pi(batch["nxt"]))
        q_loss = F.mse_loss(self.value(batch["obs"], batch["act"]), target)
        self.q_opt.zero_grad()
        q_loss.backward()
        self.q_opt.step()

        for p in self.q.parameters():
            p.requires_grad = False
        pi_loss = -self.value(batch["obs"], self.pi(batch["obs"])).mean()
        self.pi_opt.zero_grad()
        pi_loss.backward()
        self.pi_opt.step()
        for p in self.q.parameters():
            p.requires_grad = True
        return q_loss.item(), pi_loss.item()


if __name__ == "__main__":
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    env = gym.make("Pendulum-v1")
    agent, buffer = Agent(3, 1), RingBuffer(500, 3, 1)
    obs, _ = env.reset(seed=0)
    for t in range(40):
        act = agent.pi.act(torch.as_tensor(obs))
        nxt, rew, _, _, _ = env.step(2.0 * act)
        buffer.add(obs, act, rew, nxt)
        obs = nxt
        if t >= 36:
            print(t, agent.update(buffer.sample(16, rng)))
