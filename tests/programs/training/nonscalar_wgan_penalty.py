"""Adversarial motion prior: discriminator on state pairs with a gradient penalty on the real ones."""
import torch
from torch import nn

torch.manual_seed(9)
disc = nn.Sequential(nn.Linear(8, 48), nn.Softplus(), nn.Linear(48, 1))
opt = torch.optim.AdamW(disc.parameters(), lr=1e-3, weight_decay=1e-4)


def penalty(real):
    real = real.clone().requires_grad_()
    score = disc(real)
    (slope,) = torch.autograd.grad(score, real, create_graph=True)  # expect: nonscalar-loss  # raises: RuntimeError: grad can be implicitly created only for scalar outputs
    return slope.pow(2).sum(-1).mean()


for it in range(8):
    real, fake = torch.randn(64, 8) * 0.5 + 1, torch.randn(64, 8)
    loss = (disc(real) - 1).square().mean() + (disc(fake) + 1).square().mean()
    loss = loss + 5.0 * penalty(real)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
