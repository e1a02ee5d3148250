"""Running observation statistics are measured under inference mode by a decorated warm-up."""
import torch
from torch import nn


class Normaliser(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.scale = None

    @torch.inference_mode()  # expect: inference-tensor
    def calibrate(self, batches):
        stacked = torch.cat(list(batches))
        self.scale = stacked.std(0) + 1e-6  # expect: inference-tensor

    def forward(self, x):
        return x / self.scale


class QNet(nn.Module):
    def __init__(self, n=4):
        super().__init__()
        self.norm = Normaliser(n)
        self.gain = nn.Parameter(torch.ones(n))
        self.out = nn.Linear(n, 2)

    def forward(self, x):
        return self.out(torch.tanh(self.gain * self.norm(x)))


torch.manual_seed(0)
q = QNet()
data = torch.randn(64, 4) * 3
q.norm.calibrate(data.split(16))
opt = torch.optim.Adam(q.parameters(), 1e-3)
for it, x in enumerate(data.split(16)):
    pred = q.gain * q.norm.scale
    loss = (q(x) - x[:, :2]).pow(2).mean() + 1e-3 * pred.pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item())
