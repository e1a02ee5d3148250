"""Recurrent value learner with a carried state; every failing batch is skipped with a message."""
import torch
from torch import nn


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn, self.out = nn.GRU(3, 16, batch_first=True), nn.Linear(16, 1)
        self.state = None

    def forward(self, x):
        y, self.state = self.rnn(x, self.state)  # expect: backward-twice
        return self.out(y).squeeze(-1)


def safe_step(model, opt, x, y):
    try:
        loss = (model(x) - y).pow(2).mean()
        opt.zero_grad()
        loss.backward()  # expect: backward-twice
        opt.step()
        return loss.item()
    except RuntimeError as problem:
        print("skipping batch:", str(problem)[:40])
        return float("nan")


torch.manual_seed(0)
model = Recurrent()
opt = torch.optim.Adam(model.parameters(), 1e-3)
losses = []
for t in range(12):
    x = torch.randn(4, 6, 3)
    losses.append(safe_step(model, opt, x, x.sum(-1)))
print(losses)
