"""Value fitting with a replay buffer that also remembers what the critic said when the sample was taken."""
from collections import deque

import torch
from torch import nn
from torch.nn import functional as F


class ReplayBuffer:
    def __init__(self, capacity):
        self.samples = deque(maxlen=capacity)

    def push(self, obs, value, target):
        self.samples.append((obs, value, target))

    def latest(self, count):
        return [torch.stack(column) for column in zip(*list(self.samples)[-count:])]


torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)
buffer = ReplayBuffer(capacity=200)

for update in range(3):
    for _ in range(32):
        obs = torch.randn(3)
        buffer.push(obs, critic(obs).detach().squeeze(0), obs.square().sum())
    obs, old_values, targets = buffer.latest(32)
    loss = F.mse_loss(critic(obs).squeeze(1), targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"update {update}: loss {loss.item():.4f}")

for name, parameter in critic.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
