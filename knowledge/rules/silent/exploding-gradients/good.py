"""Hold an unstable plant at rest by back-propagating through a long rollout of its dynamics."""
import torch
from torch import nn

HORIZON = 10


def rollout(policy, position, velocity):
    cost = 0.0
    for _ in range(HORIZON):
        force = policy(torch.stack([position, velocity], dim=1)).squeeze(1)
        velocity = velocity + 0.1 * (9.8 * position + force)
        position = position + 0.1 * velocity
        cost = cost + position.square().mean()
    return cost / HORIZON


torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.SGD(policy.parameters(), lr=1e-2)

for epoch in range(4):
    loss = rollout(policy, 0.1 * torch.randn(16), torch.zeros(16))
    optimizer.zero_grad()
    loss.backward()
    largest = max(parameter.grad.abs().max().item() for parameter in policy.parameters())
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4g}, largest gradient element {largest:.4g}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
