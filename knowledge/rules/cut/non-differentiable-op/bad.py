"""Train a reaching policy on its success rate: the share of goals that the finger touches."""
import torch
from torch import nn

RADIUS = 0.15


def success(finger, goal):
    distance = (finger - goal).norm(dim=1)
    return (distance < RADIUS).float()  # expect: non-differentiable-op


torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)

for epoch in range(5):
    goal = 0.5 * torch.randn(64, 2)
    finger = policy(goal)
    loss = 1.0 - success(finger, goal).mean()
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
    optimizer.step()
    touched = int(((finger - goal).norm(dim=1) < RADIUS).sum())
    print(f"epoch {epoch}: loss {loss.item():.4f}, touched {touched} of {len(goal)}")
