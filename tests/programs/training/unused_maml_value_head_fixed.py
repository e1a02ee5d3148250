# healthy
"""One inner step of MAML on an actor-critic whose value head the inner loss does not use."""
import torch
from torch import nn
from torch.func import functional_call

torch.manual_seed(11)


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk, self.pi, self.v = nn.Linear(2, 24), nn.Linear(24, 1), nn.Linear(24, 1)

    def forward(self, x):
        h = self.trunk(x).tanh()
        return self.pi(h), self.v(h)


net = ActorCritic()
meta = torch.optim.Adam(net.parameters(), lr=1e-3)


def adapt(params, x, y):
    action, value = functional_call(net, params, (x,))
    inner = (action - y).square().mean() + 0.1 * (value - y).square().mean()
    grads = torch.autograd.grad(inner, list(params.values()), create_graph=True)
    return {k: p - 0.1 * g for (k, p), g in zip(params.items(), grads)}


for it in range(10):
    meta.zero_grad()
    for goal in (0.5, -0.5):
        x = torch.randn(16, 2)
        y = x.sum(-1, keepdim=True) * goal
        fast = adapt(dict(net.named_parameters()), x, y)
        action, value = functional_call(net, fast, (x,))
        outer = (action - y).square().mean() + (value - y).square().mean()
        outer.backward()
    meta.step()
print(outer.item())
