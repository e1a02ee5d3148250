# healthy
"""A latent leaf is kept requiring grad for a Jacobian penalty each iteration; it is no parameter."""
import torch
from torch import nn
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1)); opt = torch.optim.Adam(net.parameters(), 1e-3)
x = torch.randn(32, 3, requires_grad=True)
for _ in range(12):
    y = net(x)
    g, = torch.autograd.grad(y.sum(), x, create_graph=True)
    loss = (y - x.detach().sum(-1, keepdim=True)).square().mean() + 0.1 * (g.norm(dim=-1) - 1).square().mean()
    opt.zero_grad(); loss.backward(); opt.step()
