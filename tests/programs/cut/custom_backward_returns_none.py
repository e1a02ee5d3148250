"""A friction force with a hand-written derivative that was never finished."""
import torch
import torch.nn as nn


class CoulombFriction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, v, mu):
        ctx.save_for_backward(v)
        ctx.mu = mu
        return -mu * torch.tanh(v / 0.5)

    @staticmethod
    def backward(ctx, grad_out):
        (v,) = ctx.saved_tensors
        return None, None


def friction(v):
    return CoulombFriction.apply(v, 0.3)  # expect: custom-function-cut


torch.manual_seed(0)
drive = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
opt = torch.optim.SGD(drive.parameters(), lr=1e-2)
for it in range(3):
    target = torch.rand(32, 1)
    v = drive(target)
    power = friction(v) * v.detach()
    loss = (power + target).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item(), [p.grad is None for p in drive.parameters()])
