# healthy
"""A router sends each observation to one of three expert controllers; trained on a differentiable cost."""
import torch
from torch import nn
from torch.distributions import OneHotCategorical, RelaxedOneHotCategorical

torch.manual_seed(3)


class Router(nn.Module):
    def __init__(self, n_in, n_experts, tau=0.7):
        super().__init__()
        self.logits = nn.Sequential(nn.Linear(n_in, 24), nn.ELU(), nn.Linear(24, n_experts))
        self.tau = tau

    def forward(self, x):
        logits = self.logits(x)
        if not self.training:
            return OneHotCategorical(logits=logits).sample()
        soft = RelaxedOneHotCategorical(torch.tensor(self.tau), logits=logits)
        return soft.rsample()


class Experts:
    """Fixed hand-written controllers."""

    gains = torch.tensor([[-1.0, 0.0], [-0.5, -0.5], [0.0, -1.0]])

    def __call__(self, x):
        return x @ self.gains.T


class Plant(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("drag", torch.tensor(0.1))

    def forward(self, x, u):
        acc = u - self.drag * x[:, 1]
        return torch.stack([x[:, 0] + 0.1 * x[:, 1], x[:, 1] + 0.1 * acc], 1)


def rollout(router, experts, plant, x, steps=10):
    for _ in range(steps):
        gate = router(x)
        x = plant(x, (gate * experts(x)).sum(1))
        yield x.pow(2).sum(1).mean()


router, experts, plant = Router(2, 3), Experts(), Plant()
opt = torch.optim.NAdam(router.parameters(), lr=2e-3)
for it in range(4):
    router.train()
    loss = sum(rollout(router, experts, plant, torch.randn(32, 2))) / 10
    opt.zero_grad()
    loss.backward()
    opt.step()
    router.eval()
    with torch.no_grad():
        test = sum(rollout(router, experts, plant, torch.randn(32, 2))) / 10
    print(it, loss.item(), test.item())
