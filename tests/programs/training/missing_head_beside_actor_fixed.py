# healthy
"""A separate head on an encoder that is held; the head was forgotten."""
import torch
from torch import nn
torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(6, 32), nn.ReLU())
actor_head = nn.Linear(32, 2)
reward_head = nn.Linear(32, 1)
opt = torch.optim.Adam(list(encoder.parameters()) + list(actor_head.parameters()) + list(reward_head.parameters()), lr=1e-3)
for _ in range(20):
    s = torch.randn(32, 6)
    h = encoder(s)
    bc = (actor_head(h) - s[:, :2]).square().mean()
    rl = (reward_head(h).squeeze(-1) - s.prod(-1)).square().mean()
    loss = bc + 0.5 * rl
    opt.zero_grad(); loss.backward(); opt.step()
