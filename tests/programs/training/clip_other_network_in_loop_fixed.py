# healthy
"""MARL: gradients of agent i are clipped with the parameters of agent 0."""
import torch
from torch import nn

torch.manual_seed(99)
nets = [nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2)) for _ in range(2)]
opts = [torch.optim.Adam(n.parameters(), lr=1e-3) for n in nets]
first, second = nets


def update(net, opt, clipped, scale):
    x = torch.randn(32, 4)
    loss = (net(x) - scale * x[:, :2]).square().mean()
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(clipped.parameters(), 1.0)
    opt.step()
    return loss.item()


def update_second(scale):
    x = torch.randn(32, 4)
    loss = (second(x) - scale * x[:, :2]).square().mean()
    opts[1].zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(second.parameters(), 1.0)
    opts[1].step()


for it in range(15):
    update(first, opts[0], first, 3.0)
    update_second(5.0)
