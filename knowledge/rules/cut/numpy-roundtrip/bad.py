"""Learn inverse kinematics of a two-link arm: the network's angles are judged by where they put the tip."""
import numpy as np
import torch
from torch import nn

LINKS = np.array([0.5, 0.3], dtype=np.float32)


def tip_of(angles):
    heading = np.cumsum(angles, axis=-1)
    return np.stack([(LINKS * np.cos(heading)).sum(-1), (LINKS * np.sin(heading)).sum(-1)], axis=-1)


def reachable_goals(count, rng):
    angles = rng.uniform(-1.5, 1.5, size=(count, 2)).astype(np.float32)
    return torch.from_numpy(tip_of(angles))


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 64), nn.Tanh(), nn.Linear(64, 2))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
goals = reachable_goals(128, np.random.default_rng(0))

for epoch in range(5):
    angles = net(goals)
    tips = torch.from_numpy(tip_of(angles.detach().numpy()))  # expect: numpy-roundtrip
    loss = (tips - goals).square().sum(dim=1).mean()
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
    optimizer.step()
    print(f"epoch {epoch}: {loss.item():.4f}, angles {angles.detach().numpy()[0]}")
