# healthy
"""Periodic resets against primacy bias: the last layer is replaced, its optimizer is not."""
import torch
from torch import nn

torch.manual_seed(39)


class QNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 32), nn.ReLU())
        self.top = nn.Linear(32, 2)

    def reset_top(self):
        self.top.reset_parameters()

    def forward(self, x):
        return self.top(self.body(x))


q = QNet()
opt = torch.optim.Adam(q.parameters(), lr=1e-3)
for it in range(40):
    if it == 5:
        q.reset_top()
    x, a, y = torch.randn(32, 4), torch.randint(2, (32, 1)), torch.randn(32, 1)
    loss = (q(x).gather(1, a) - y).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
