"""Early stopping goes back to a copy of the best network; the optimizer keeps the old one."""
import copy

import torch
from torch import nn

torch.manual_seed(101)


class Trainer:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 24), nn.Tanh(), nn.Linear(24, 1))
        self.opt = torch.optim.Adam(self.net.parameters(), lr=1e-2)  # expect: optimizer-rebuilt-network
        self.best, self.best_loss = copy.deepcopy(self.net), float("inf")

    def fit(self, x, y):
        loss = (self.net(x) - y).square().mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()

    def restore(self):
        self.net = copy.deepcopy(self.best)  # expect: optimizer-rebuilt-network


trainer = Trainer()
for it in range(30):
    x = torch.randn(64, 3)
    loss = trainer.fit(x, x.prod(-1, keepdim=True))
    if loss < trainer.best_loss:
        trainer.best, trainer.best_loss = copy.deepcopy(trainer.net), loss
    if it == 9:
        trainer.restore()
print(loss)
