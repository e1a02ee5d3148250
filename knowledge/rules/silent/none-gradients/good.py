"""Twin critics whose smaller value serves as the target."""
import copy

import torch
from torch import nn
from torch.nn import functional as F


class TwinCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 1))
        self.second = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, obs, action):
        x = torch.cat([obs, action], dim=1)
        return self.first(x), self.second(x)


torch.manual_seed(0)
critic = TwinCritic()
target_critic = copy.deepcopy(critic).requires_grad_(False)
optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)

for update in range(5):
    obs, action, reward = torch.randn(64, 3), torch.rand(64, 1), torch.randn(64, 1)
    next_obs, next_action = torch.randn(64, 3), torch.rand(64, 1)
    target = reward + 0.99 * torch.min(*target_critic(next_obs, next_action))
    first, second = critic(obs, action)
    loss = F.mse_loss(first, target) + F.mse_loss(second, target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    for parameter, slow in zip(critic.parameters(), target_critic.parameters()):
        slow.data.lerp_(parameter.data, 0.05)
    gap = (first - second).abs().mean().item()
    print(f"update {update}: loss {loss.item():.4f}, the critics differ by {gap:.4f}")

for network in (critic.first, critic.second):
    for name, parameter in network.named_parameters():
        assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
