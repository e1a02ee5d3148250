# healthy
"""Training settings in a dataclass: the limit of the clip stays at its default of zero."""
from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Config:
    lr: float = 1e-2
    max_grad_norm: float = 1.0
    updates: int = 20


class Learner:
    def __init__(self, config):
        self.config = config
        self.net = nn.GRU(3, 16, batch_first=True)
        self.head = nn.Linear(16, 1)
        self.params = [*self.net.parameters(), *self.head.parameters()]
        self.opt = torch.optim.RMSprop(self.params, lr=config.lr)

    def train(self):
        for _ in range(self.config.updates):
            x = torch.randn(8, 5, 3)
            out, _ = self.net(x)
            loss = (self.head(out[:, -1]).squeeze(-1) - x.sum((1, 2))).square().mean()
            self.opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(self.params, self.config.max_grad_norm)
            self.opt.step()
        return loss.item()


torch.manual_seed(100)
print(Learner(Config()).train())
