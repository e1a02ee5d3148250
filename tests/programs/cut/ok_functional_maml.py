# healthy
"""MAML by functional_call with fast weights, target weights by state_dict for evaluation only."""
import torch
from torch import nn
from torch.func import functional_call

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(1, 24), nn.Tanh(), nn.Linear(24, 1))

    def forward(self, x):
        return self.body(x)


net = Net()
opt = torch.optim.Adam(net.parameters(), 1e-3)
best = net.state_dict()
for it in range(4):
    total = 0.0
    for _ in range(3):
        amp = torch.rand(1) + 0.5
        x, x2 = torch.randn(10, 1), torch.randn(10, 1)
        fast = dict(net.named_parameters())
        inner = (functional_call(net, fast, (x,)) - amp * x.sin()).pow(2).mean()
        grads = torch.autograd.grad(inner, fast.values(), create_graph=True)
        fast = {k: v - 0.1 * g for (k, v), g in zip(fast.items(), grads)}
        total = total + (functional_call(net, fast, (x2,)) - amp * x2.sin()).pow(2).mean()
    before = functional_call(net, best, (x2,)).detach()
    target = functional_call(net, {k: v.detach() for k, v in net.state_dict().items()}, (x2,))
    loss = total / 3 + 0.01 * (functional_call(net, fast, (x2,)) - target).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    best = {k: v.clone() for k, v in net.state_dict().items()}
    print(it, loss.item(), (before - target).abs().max().item())
