"""Q-learning on random transitions, gradient elements limited to one by hand."""
import copy

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
q_net = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 3))
target_net = copy.deepcopy(q_net)
optimizer = torch.optim.SGD(q_net.parameters(), lr=1e-3)

for update in range(6):
    obs, next_obs = torch.randn(64, 4), torch.randn(64, 4)
    action, reward = torch.randint(0, 3, (64, 1)), 40.0 * torch.randn(64)
    with torch.no_grad():
        target = reward + 0.99 * target_net(next_obs).max(dim=1).values
    before = q_net[0].weight.detach().clone()
    loss = F.mse_loss(q_net(obs).gather(1, action).squeeze(1), target)
    optimizer.zero_grad()
    loss.backward()
    for parameter in q_net.parameters():
        parameter.grad.data.clamp_(-1.0, 1.0)
    optimizer.step()
    if update % 3 == 2:
        target_net.load_state_dict(q_net.state_dict())
    moved = (q_net[0].weight - before).abs().max().item()
    print(f"update {update}: loss {loss.item():.3f}, no weight may move more than 0.001, one moved {moved:.5f}")

for name, parameter in q_net.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
    assert moved < 0.00101
