"""Q-learning with a target network: one of the two is frozen."""
import copy

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
q_net = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 2))
target_net = copy.deepcopy(q_net)
target_net.requires_grad_(False)
optimizer = torch.optim.Adam(q_net.parameters(), lr=1e-3)

for update in range(5):
    obs, next_obs = torch.randn(32, 4), torch.randn(32, 4)
    action, reward = torch.randint(0, 2, (32, 1)), torch.randn(32)
    with torch.no_grad():
        target = reward + 0.99 * target_net(next_obs).max(dim=1).values
    q_value = q_net(obs).gather(1, action).squeeze(1)
    loss = F.smooth_l1_loss(q_value, target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"update {update}: loss {loss.item():.4f}")

for name, parameter in q_net.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
