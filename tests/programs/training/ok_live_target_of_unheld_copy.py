# healthy
"""Fitted Q with a lagged copy that is neither frozen nor detached; no optimizer holds it, so nothing is harmed."""
import copy

import torch
from torch import nn

torch.manual_seed(115)
q = nn.Sequential(nn.Linear(4, 24), nn.ReLU(), nn.Linear(24, 2))
lagged = copy.deepcopy(q)
opt = torch.optim.Adam(q.parameters(), lr=1e-3)
for it in range(20):
    s, a, r, s2 = torch.randn(32, 4), torch.randint(2, (32, 1)), torch.randn(32, 1), torch.randn(32, 4)
    y = r + 0.98 * lagged(s2).max(1, keepdim=True)[0]
    loss = nn.functional.mse_loss(q(s).gather(1, a), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if it % 5 == 4:
        lagged.load_state_dict(q.state_dict())
print(loss.item())
