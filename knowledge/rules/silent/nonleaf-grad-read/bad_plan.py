"""Trajectory optimisation: descend on the forces themselves, under a model written in torch."""
import torch

torch.manual_seed(0)
plan = 0.1 * torch.randn(20, 2, requires_grad=True)
goal = torch.tensor([1.0, -0.5])

for iteration in range(5):
    position, velocity = torch.zeros(2), torch.zeros(2)
    for force in plan:
        velocity = 0.9 * velocity + 0.1 * force
        position = position + 0.1 * velocity
    cost = (position - goal).square().sum() + 1e-3 * plan.square().sum()
    cost.backward(retain_graph=True)
    gradient = plan.grad  # expect: nonleaf-grad-read
    if gradient is not None:
        with torch.no_grad():
            plan -= 5.0 * gradient
    print(f"iteration {iteration}: cost {cost.item():.4f}")
