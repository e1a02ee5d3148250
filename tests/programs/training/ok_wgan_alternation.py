# healthy
"""WGAN-GP: five critic steps for each generator step; the generator's loss leaves gradients in the critic."""
import torch
from torch import nn

torch.manual_seed(75)
G = nn.Sequential(nn.Linear(4, 24), nn.LeakyReLU(0.2), nn.Linear(24, 2))
D = nn.Sequential(nn.Linear(2, 24), nn.LeakyReLU(0.2), nn.Linear(24, 1))
og, od = (torch.optim.Adam(m.parameters(), lr=1e-3, betas=(0.0, 0.9)) for m in (G, D))


def penalty(real, fake):
    t = torch.rand(len(real), 1)
    mix = (t * real + (1 - t) * fake).requires_grad_(True)
    (g,) = torch.autograd.grad(D(mix).sum(), mix, create_graph=True)
    return ((g.norm(dim=1) - 1) ** 2).mean()


for it in range(25):
    real, noise = torch.randn(48, 2) * 0.3 + 1, torch.randn(48, 4)
    fake = G(noise).detach()
    d_loss = D(fake).mean() - D(real).mean() + 10 * penalty(real, fake)
    od.zero_grad()
    d_loss.backward()
    od.step()
    if it % 5 == 4:
        g_loss = -D(G(torch.randn(48, 4))).mean()
        og.zero_grad()
        g_loss.backward()
        og.step()
print(d_loss.item(), g_loss.item())
