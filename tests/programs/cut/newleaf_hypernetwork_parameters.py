"""Hypernetwork: the head's weights come from a context; they are put into the head as parameters."""
import torch
from torch import nn

torch.manual_seed(0)


class Hyper(nn.Module):
    def __init__(self, n_ctx=6, n_in=4, n_out=2):
        super().__init__()
        self.n_in, self.n_out = n_in, n_out
        self.gen = nn.Sequential(nn.Linear(n_ctx, 32), nn.ReLU(), nn.Linear(32, n_in * n_out + n_out))

    def forward(self, ctx):
        flat = self.gen(ctx)
        return flat[: self.n_in * self.n_out].view(self.n_out, self.n_in), flat[-self.n_out :]


class Head(nn.Module):
    def __init__(self, n_in=4, n_out=2):
        super().__init__()
        self.lin = nn.Linear(n_in, n_out)

    def adopt(self, weight, bias):
        self.lin.weight = nn.Parameter(weight)
        self.lin.bias = nn.Parameter(bias)  # expect: new-leaf-tensor

    def forward(self, x):
        return torch.tanh(self.lin(x))


hyper, head = Hyper(), Head()
opt = torch.optim.Adam(hyper.parameters(), 1e-3)
before = [p.clone() for p in hyper.parameters()]
for it in range(4):
    ctx, x = torch.randn(6), torch.randn(20, 4)
    head.adopt(*hyper(ctx))
    loss = (head(x) - x[:, :2] * ctx[0]).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print("moved", [float((a - b).detach().norm()) for a, b in zip(before, hyper.parameters())])
