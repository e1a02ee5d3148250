# healthy
"""Recurrent policy whose state is a dataclass; the truncation helper is applied one call too often."""
import dataclasses

import torch
from torch import nn
from torch.utils._pytree import tree_map


@dataclasses.dataclass
class Memory:
    h: torch.Tensor
    c: torch.Tensor

    def map(self, fn):
        return Memory(*(fn(getattr(self, f.name)) for f in dataclasses.fields(self)))


def cut(tree):
    return tree_map(lambda t: t.detach() if torch.is_tensor(t) else t, tree)


class Core(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.LSTMCell(5, 24)
        self.head = nn.Linear(24, 2)

    def forward(self, x, mem):
        h, c = self.cell(x, (mem.h, mem.c))
        out = {"action": self.head(h), "features": h}
        return out, Memory(h, c)


def unroll(core, xs, mem):
    outs = []
    for x in xs:
        out, mem = core(x, mem)
        outs.append(out)
    return outs, mem.map(torch.Tensor.detach)


torch.manual_seed(0)
core = Core()
opt = torch.optim.RMSprop(core.parameters(), lr=1e-3)
mem = Memory(torch.zeros(7, 24), torch.zeros(7, 24))
for chunk in range(3):
    xs, ys = torch.randn(6, 7, 5), torch.randn(6, 7, 2)
    outs, mem = unroll(core, xs, mem)
    pred = torch.stack([o["action"] for o in outs])
    loss = nn.functional.smooth_l1_loss(pred, ys)
    opt.zero_grad(set_to_none=True)
    loss.backward()
    opt.step()
    print(chunk, loss.item())
