# healthy
"""Gradient-CEM: the mean and spread of an action sequence are the parameters, the model is known and smooth."""
import torch
from torch.distributions import Normal


def dynamics(x, u):
    pos, vel = x.unbind(-1)
    vel = vel + 0.1 * (u - 0.5 * torch.sin(pos))
    return torch.stack([pos + 0.1 * vel, vel], -1)


def cost_of(x, u):
    return (x[..., 0] - 1.0) ** 2 + 0.1 * x[..., 1] ** 2 + 0.001 * u**2


class Plan:
    def __init__(self, horizon):
        self.mean = torch.zeros(horizon, requires_grad=True)
        self.log_std = torch.full((horizon,), -1.0, requires_grad=True)
        self.optimizer = torch.optim.Adam([self.mean, self.log_std], lr=0.05)

    def candidates(self, n):
        return Normal(self.mean, self.log_std.exp()).rsample((n,))


def evaluate(plan, x0, n=64):
    u = plan.candidates(n)
    x, costs = x0.expand(n, 2), 0.0
    for t in range(u.shape[1]):
        x = dynamics(x, u[:, t])
        costs = costs + cost_of(x, u[:, t])
    elite = costs.topk(8, largest=False).values
    return elite.mean()


torch.manual_seed(0)
plan, x = Plan(10), torch.tensor([0.0, 0.0])
for it in range(3):
    loss = evaluate(plan, x)
    plan.optimizer.zero_grad()
    loss.backward()
    plan.optimizer.step()
    print(it, loss.item(), plan.mean[0].item())
