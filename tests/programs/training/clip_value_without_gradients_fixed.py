# healthy
"""A trainer class whose hook order is wrong."""
import torch
from torch import nn
torch.manual_seed(0)
class Trainer:
    def __init__(self, net, clip):
        self.net, self.clip = net, clip
        self.opt = torch.optim.AdamW(net.parameters(), lr=1e-3, fused=True)
    def limit(self):
        torch.nn.utils.clip_grad_value_(self.net.parameters(), self.clip)
    def fit(self, n):
        for _ in range(n):
            x = torch.randn(32, 4)
            loss = nn.functional.huber_loss(self.net(x), x[:, :2])
            self.opt.zero_grad()
            loss.backward()
            self.limit()
            self.opt.step()
Trainer(nn.Sequential(nn.Linear(4, 32), nn.LayerNorm(32), nn.ReLU(), nn.Linear(32, 2)), 0.1).fit(20)
