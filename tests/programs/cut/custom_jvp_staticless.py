"""A simulator step wrapped as a Function: context saved, but the result is built from numpy and marked."""
import numpy as np
import torch
import torch.nn as nn


class SimStep(torch.autograd.Function):
    """x' = f(x, u) computed outside of torch. Derivatives to be added later."""

    @staticmethod
    def forward(ctx, x, u):
        ctx.save_for_backward(x, u)
        nxt = np.sin(x.numpy()) + 0.1 * u.numpy()
        return torch.from_numpy(nxt.astype(np.float32))

    @staticmethod
    def backward(ctx, grad_out):
        x, u = ctx.saved_tensors
        return None, None


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 24), nn.Tanh(), nn.Linear(24, 3))
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for it in range(3):
    x, loss = torch.randn(16, 3), 0.0
    for _ in range(4):
        x = SimStep.apply(x, net(x))  # expect: custom-function-cut
        loss = loss + x.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item(), [p.grad for p in net.parameters()][:1])
