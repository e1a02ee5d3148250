"""Learn inverse kinematics of a two-link arm: the network's angles are judged by where they put the tip."""
import numpy as np
import torch
from torch import nn

LINKS = torch.tensor([0.5, 0.3])


def tip_of(angles):
    heading = torch.cumsum(angles, dim=-1)
    return torch.stack([(LINKS * torch.cos(heading)).sum(-1), (LINKS * torch.sin(heading)).sum(-1)], dim=-1)


def reachable_goals(count, rng):
    angles = rng.uniform(-1.5, 1.5, size=(count, 2)).astype(np.float32)
    return tip_of(torch.from_numpy(angles))


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 64), nn.Tanh(), nn.Linear(64, 2))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
goals = reachable_goals(128, np.random.default_rng(0))

for epoch in range(5):
    angles = net(goals)
    tips = tip_of(angles)
    loss = (tips - goals).square().sum(dim=1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: {loss.item():.4f}, angles {angles.detach().numpy()[0]}")

for name, parameter in net.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
