# healthy
"""Trainer that survives bad batches: every exception of a batch is logged and skipped."""
import logging

import torch
from torch import nn

logging.basicConfig(level=logging.WARNING)
log = logging.getLogger("trainer")


class Trainer:
    def __init__(self, model, lr):
        self.model = model
        self.opt = torch.optim.Adam(model.parameters(), lr=lr)
        self.skipped = 0

    def loss(self, x, y, w):
        return (w * (self.model(x).squeeze(-1) - y).abs()).mean()

    def batch(self, *batch):
        self.opt.zero_grad()
        loss = self.loss(*batch)
        loss.backward()
        self.opt.step()
        return loss.detach()

    def epoch(self, batches):
        for k, batch in enumerate(batches):
            try:
                self.batch(*batch)
            except RuntimeError as e:
                self.skipped += 1
                log.warning("batch %d skipped: %s", k, e)


torch.manual_seed(0)
x = torch.randn(96, 5)
trainer = Trainer(nn.Sequential(nn.Linear(5, 32), nn.ReLU(), nn.Linear(32, 1)), 1e-3)
for epoch in range(3):
    trainer.epoch(zip(x.split(16), x.sum(-1).split(16), torch.ones(96).split(16)))
print("done, skipped", trainer.skipped)
