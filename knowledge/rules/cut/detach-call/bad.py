"""Drive a point mass to its goal by back-propagating through dynamics that are written in torch."""
import torch
from torch import nn


def dynamics(position, velocity, force, dt=0.1):
    velocity = 0.9 * velocity + dt * force
    return position + dt * velocity, velocity


def rollout(policy, goal, horizon=15):
    position, velocity = torch.zeros_like(goal), torch.zeros_like(goal)
    cost, path = 0.0, []
    for _ in range(horizon):
        observation = torch.cat([goal - position, velocity], dim=1)
        force = policy(observation).detach()  # expect: detach-call
        position, velocity = dynamics(position, velocity, force)
        cost = cost + (goal - position).square().sum(dim=1).mean()
        path.append(position[0].detach().numpy())
    return cost / horizon, path


torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)

for epoch in range(5):
    goal = 2.0 * torch.rand(16, 2) - 1.0
    loss, path = rollout(policy, goal)
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}, ends at {path[-1]}")
