"""A small trainer with callbacks: the clip is a callback that runs at the end of a batch."""
import torch
from torch import nn

torch.manual_seed(31)


class ClipCallback:
    def __init__(self, limit):
        self.limit = limit

    def __call__(self, trainer):
        nn.utils.clip_grad_norm_(trainer.net.parameters(), self.limit)  # expect: clip-after-step


class Trainer:
    def __init__(self, net, callbacks):
        self.net, self.callbacks = net, callbacks
        self.opt = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)

    def batch(self, x, y):
        self.opt.zero_grad()
        loss = nn.functional.huber_loss(self.net(x), y)
        loss.backward()
        self.opt.step()
        for callback in self.callbacks:
            callback(self)
        return loss.item()


trainer = Trainer(nn.Sequential(nn.Linear(3, 32), nn.ReLU(), nn.Linear(32, 1)), [ClipCallback(0.3)])
for it in range(30):
    x = torch.randn(64, 3)
    value = trainer.batch(x, 4 * x.sum(-1, keepdim=True))
print(value)
