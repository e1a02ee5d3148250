# healthy
"""The agent keeps what reset() gave as its observation."""
import gymnasium as gym
import torch
from torch import nn

torch.manual_seed(98)


class Agent:
    def __init__(self):
        self.env = gym.make("MountainCarContinuous-v0", max_episode_steps=30)
        self.net = nn.Linear(2, 1)
        self.opt = torch.optim.Adam(self.net.parameters(), lr=1e-3)

    def episode(self):
        self.obs, _ = self.env.reset()
        total, over = [], False
        while not over:
            x = torch.as_tensor(self.obs)
            dist = torch.distributions.Normal(self.net(x), 0.5)
            act = dist.sample()
            self.obs, rew, term, trunc, _ = self.env.step(act.clamp(-1, 1).numpy())
            total.append(dist.log_prob(act).sum() * float(rew))
            over = term or trunc
        loss = -torch.stack(total).sum()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()


agent = Agent()
for _ in range(2):
    agent.episode()
