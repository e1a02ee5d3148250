"""Optimise a plan of motor commands directly, and keep every command within the motor's limits."""
import torch

HORIZON, LIMIT = 25, 1.0

torch.manual_seed(0)
goal = torch.tensor([2.0, 1.0])
plan = (0.1 * torch.randn(HORIZON, 2)).requires_grad_()
optimizer = torch.optim.Adam([plan], lr=0.1)

for iteration in range(6):
    position, speed = torch.zeros(2), torch.zeros(2)
    for command in plan:
        speed = 0.9 * speed + 0.1 * command
        position = position + speed
    loss = (position - goal).square().sum() + 0.01 * plan.square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        plan.clamp_(-LIMIT, LIMIT)
    print(f"iteration {iteration}: loss {loss.item():.4f}, ends at {position.tolist()}")

for name, parameter in [("plan", plan)]:
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
