"""Rollout through a learned recurrent model, wrapped in a module that checkpoints whatever it is given."""
import torch
import torch.nn as nn
from torch.utils import checkpoint as cp

torch.manual_seed(0)


class Checkpointed(nn.Module):
    def __init__(self, inner, reentrant=True):
        super().__init__()
        self.inner, self.reentrant = inner, reentrant

    def forward(self, *args):
        if not torch.is_grad_enabled():
            return self.inner(*args)
        return cp.checkpoint(self.inner, *args, use_reentrant=self.reentrant, preserve_rng_state=False)  # expect: checkpoint-no-input-grad


class SequenceModel(nn.Module):
    def __init__(self, n=3, d=16):
        super().__init__()
        self.up, self.mid, self.down = nn.Linear(n, d), nn.Linear(d, d), nn.Linear(d, n)

    def forward(self, x, mask):
        h = torch.tanh(self.up(x)) * mask
        return self.down(torch.tanh(self.mid(h)))


model = Checkpointed(SequenceModel())
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
for step in range(3):
    x = torch.randn(8, 6, 3)
    mask = (torch.rand(8, 6, 1) > 0.1).float()
    loss = ((model(x, mask) - x.roll(-1, 1)) ** 2 * mask).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        error = (model(x, mask) - x.roll(-1, 1)).abs().mean().item()
    print(step, loss.item(), error)
