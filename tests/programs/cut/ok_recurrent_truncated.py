# healthy
"""Recurrent policy, hidden state detached between chunks."""
import torch
import torch.nn as nn

torch.manual_seed(0)


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell, self.out = nn.LSTMCell(3, 16), nn.Linear(16, 1)
        self.hidden = None

    def reset(self, n):
        self.hidden = (torch.zeros(n, 16), torch.zeros(n, 16))

    def forward(self, x):
        self.hidden = self.cell(x, self.hidden)
        return self.out(self.hidden[0]).squeeze(-1)

    def cut(self):
        self.hidden = tuple(h.detach() for h in self.hidden)


model = Recurrent()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
seq = torch.randn(20, 8, 3)
target = seq.sum(-1).cumsum(0) / 5
for epoch in range(2):
    model.reset(8)
    for chunk, want in zip(seq.split(5), target.split(5)):
        pred = torch.stack([model(x) for x in chunk])
        loss = (pred - want).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        model.cut()
    print(epoch, loss.item(), model.hidden[0].norm().item())
