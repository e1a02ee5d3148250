# healthy
"""The optimizer is stepped every so many episodes, by a counter that is reset too early."""
import torch
from torch import nn

torch.manual_seed(104)
policy = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 2))
opt = torch.optim.Adam(policy.parameters(), lr=1e-2)


class Accumulator:
    def __init__(self, every=4):
        self.every, self.count = every, 0

    def push(self, loss):
        (loss / self.every).backward()
        self.count += 1
        if self.count == self.every:
            opt.step()
            opt.zero_grad()
            self.count = 0


accumulator = Accumulator()
for episode in range(20):
    obs = torch.randn(24, 3)
    dist = torch.distributions.Categorical(logits=policy(obs))
    act = dist.sample()
    reward = (act == (obs[:, 0] > 0)).float() - 0.5
    accumulator.push(-(dist.log_prob(act) * reward).mean())
