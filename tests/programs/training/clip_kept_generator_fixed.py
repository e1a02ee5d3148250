# healthy
"""The updater keeps the iterator that net.parameters() gave: it serves the first clip only."""
import torch
from torch import nn

torch.manual_seed(0)


class Updater:
    def __init__(self, net, clip):
        self.optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
        self.trained, self.clip = list(net.parameters()), clip

    def __call__(self, loss):
        self.optimizer.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.trained, self.clip)
        self.optimizer.step()
        return float(norm)


net = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))
update = Updater(net, 0.5)
for _ in range(15):
    x = torch.randn(32, 4)
    print(update((net(x) - x[:, :2]).square().mean()))
