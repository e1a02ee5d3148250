"""Per-sample input gradients with torch.func for a value network's Lipschitz penalty."""
import torch
from torch import nn
from torch.func import functional_call, grad, vmap

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 32), nn.Softplus(), nn.Linear(32, 1))
params = dict(net.named_parameters())


def value(x):
    return functional_call(net, params, (x,))


def penalty(x):
    slopes = vmap(grad(value))(x)  # expect: nonscalar-loss
    return (slopes.norm(dim=-1) - 1).relu().pow(2).mean()


opt = torch.optim.Adam(net.parameters(), 1e-3)
for it in range(3):
    x = torch.randn(16, 3)
    loss = (net(x).squeeze(-1) - x.sum(-1)).pow(2).mean() + 0.1 * penalty(x)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item())
