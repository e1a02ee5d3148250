"""Q-learning in mixed precision with every gradient element limited to 0.1."""
import copy

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
q_net = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
target_net = copy.deepcopy(q_net).requires_grad_(False)
optimizer = torch.optim.SGD(q_net.parameters(), lr=0.1)
scaler = torch.amp.GradScaler(device="cpu")

obs, next_obs, action = torch.randn(64, 4), torch.randn(64, 4), torch.randint(0, 2, (64, 1))
reward = obs[:, 0]

for update in range(5):
    with torch.autocast("cpu"):
        q_value = q_net(obs).gather(1, action).squeeze(1).float()
        target = reward + 0.9 * target_net(next_obs).max(dim=1).values.float()
    loss = F.mse_loss(q_value, target)
    optimizer.zero_grad()
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    nn.utils.clip_grad_value_(q_net.parameters(), 0.1)
    scaler.step(optimizer)
    scaler.update()
    print(f"update {update}: loss {loss.item():.4f}")

for name, parameter in q_net.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
    assert loss < 0.6
