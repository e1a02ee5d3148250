"""Q-learning whose rewards come out of the replay memory as a column."""
import copy

import torch
from torch import nn

torch.manual_seed(0)
q_net = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 3))
target_net = copy.deepcopy(q_net).requires_grad_(False)
optimizer = torch.optim.Adam(q_net.parameters(), lr=3e-3)
memory = torch.cat([torch.randn(256, 8), torch.randint(0, 3, (256, 1)).float()], dim=1)

for update in range(6):
    batch = memory[torch.randint(0, 256, (32,))]
    obs, next_obs, action = batch[:, :4], batch[:, 4:8], batch[:, 8:].long()
    reward = obs[:, :1] * (action == 1)
    q_value = q_net(obs).gather(1, action)
    target = reward + 0.95 * target_net(next_obs).amax(dim=1, keepdim=True)
    loss = (q_value - target).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"update {update}: loss {loss.item():.4f}, shapes {tuple(q_value.shape)} {tuple(target.shape)}")

for name, parameter in q_net.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
    assert q_value.shape == target.shape
