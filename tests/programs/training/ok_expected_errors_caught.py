# healthy
"""Cholesky with a fallback: errors of the factorisation are expected and handled."""
import torch
from torch import nn


def safe_cholesky(m):
    for jitter in (0.0, 1e-4, 1e-2, 1.0):
        try:
            return torch.linalg.cholesky(m + jitter * torch.eye(len(m)))
        except RuntimeError:
            continue
    raise ValueError("not positive definite")


class Kernel(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_scale = nn.Parameter(torch.zeros(()))

    def forward(self, x):
        d = torch.cdist(x, x) ** 2
        return torch.exp(-d / (2 * self.log_scale.exp() ** 2))


def self_test():
    """what happens without a graph"""
    try:
        torch.ones(2).sum().backward()
    except RuntimeError as e:
        print("as expected:", e)
    try:
        (torch.ones(2, requires_grad=True) * 2).backward()
    except RuntimeError as e:
        print("as expected:", e)


torch.manual_seed(0)
self_test()
self_test()
kernel = Kernel()
opt = torch.optim.Adam(kernel.parameters(), 0.05)
x = torch.randn(12, 2)
x[3] = x[4]
y = x.sum(-1)
for it in range(5):
    chol = safe_cholesky(kernel(x))
    alpha = torch.cholesky_solve(y[:, None], chol)
    loss = 0.5 * (y @ alpha.squeeze(-1)) + chol.diagonal().log().sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item())
