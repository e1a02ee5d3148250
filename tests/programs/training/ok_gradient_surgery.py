# healthy
"""Two tasks over one trunk with PCGrad: each task's gradient is taken apart, projected and written back by hand."""
import torch
from torch import nn

torch.manual_seed(65)
net = nn.Sequential(nn.Linear(5, 32), nn.Tanh(), nn.Linear(32, 2))
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
params = list(net.parameters())


def flat_grads(loss, keep):
    grads = torch.autograd.grad(loss, params, retain_graph=keep, allow_unused=True)
    return torch.cat([(g if g is not None else torch.zeros_like(p)).flatten() for g, p in zip(grads, params)])


for it in range(15):
    x = torch.randn(64, 5)
    out = net(x)
    losses = [(out[:, 0] - x[:, 0]).square().mean(), (out[:, 1] + x[:, 0]).square().mean()]
    g = [flat_grads(losses[0], True), flat_grads(losses[1], False)]
    merged = [g[0].clone(), g[1].clone()]
    for i in (0, 1):
        dot = merged[i] @ g[1 - i]
        if dot < 0:
            merged[i] -= dot / g[1 - i].square().sum() * g[1 - i]
    total, start = sum(merged), 0
    for p in params:
        p.grad = total[start:start + p.numel()].view_as(p).clone()
        start += p.numel()
    opt.step()
print([round(x.item(), 4) for x in losses])
