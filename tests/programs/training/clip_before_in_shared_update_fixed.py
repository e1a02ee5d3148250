# healthy
"""SAC-like critic update in which the clip uses the gradients of the last turn."""
import torch
from torch import nn
torch.manual_seed(0)
q1, q2 = nn.Linear(4, 1), nn.Linear(4, 1)
o1, o2 = torch.optim.Adam(q1.parameters(), 1e-3), torch.optim.Adam(q2.parameters(), 1e-3)
def update(opt, net, loss):
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 0.5)
    opt.step()
for _ in range(20):
    s, y = torch.randn(32, 4), torch.randn(32, 1)
    update(o1, q1, (q1(s) - y).square().mean())
    update(o2, q2, (q2(s) - y).square().mean())
