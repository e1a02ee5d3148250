# healthy
"""AWR: the advantage inside exp() is not detached."""
import torch
from torch import nn
torch.manual_seed(0)
pi, vf = nn.Linear(3, 1), nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
o = torch.optim.Adam([*pi.parameters(), *vf.parameters()], 1e-3)
for _ in range(12):
    s = torch.randn(32, 3); a = torch.randn(32, 1); ret = -s.square().sum(1)
    v = vf(s).squeeze(1)
    adv = ret - v
    w = torch.exp(adv.detach() / 5.0).clamp(max=20.0)
    lp = torch.distributions.Normal(pi(s), 1.0).log_prob(a).sum(1)
    loss = -(lp * w).mean() + 0.5 * adv.square().mean()
    o.zero_grad(); loss.backward(); o.step()
