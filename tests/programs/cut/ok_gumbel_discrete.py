# healthy
"""Discrete actions through a learned model by Gumbel-softmax; argmax only for reporting."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6 + 4, 32), nn.ReLU(), nn.Linear(32, 1)).requires_grad_(False)
actor = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, 4))
opt = torch.optim.Adam(actor.parameters(), lr=1e-3)
tau = 1.0
for it in range(3):
    s = torch.randn(32, 6)
    logits = actor(s)
    a = F.gumbel_softmax(logits, tau=tau, hard=True)
    value = model(torch.cat([s, a], 1))
    greedy = F.one_hot(logits.argmax(1), 4).float()
    agreement = (a.detach() == greedy).all(1).float().mean().item()
    loss = -value.mean() + 0.01 * (logits.softmax(1) * logits.log_softmax(1)).sum(1).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    tau = max(0.5, tau * 0.9)
    print(it, loss.item(), agreement)
