# healthy
"""Trajectory optimisation: the actions are the leaf, the dynamics are differentiable."""
import numpy as np
import torch

torch.manual_seed(0)
H = 20
plan = torch.zeros(H, 1, requires_grad=True)
optimizer = torch.optim.LBFGS([plan], max_iter=5, line_search_fn="strong_wolfe")
best = {"cost": np.inf, "plan": None}


def dynamics(x, u):
    th, om = x[0], x[1]
    om = om + 0.05 * (9.8 * torch.sin(th) + u.squeeze())
    return torch.stack([th + 0.05 * om, om])


def rollout(u):
    x, xs = torch.tensor([np.pi, 0.0], dtype=torch.float32), []
    for k in range(H):
        x = dynamics(x, u[k].clamp(-8, 8))
        xs.append(x)
    return torch.stack(xs)


def closure():
    optimizer.zero_grad()
    xs = rollout(plan)
    cost = ((xs[:, 0] - np.pi / 2) ** 2).mean() + 0.01 * plan.pow(2).mean()
    cost.backward()
    return cost


for it in range(3):
    cost = optimizer.step(closure).item()
    if cost < best["cost"]:
        best = {"cost": cost, "plan": plan.detach().numpy().copy()}
    print(it, cost, best["plan"][0])
