# healthy
"""SAC temperature as plain leaf tensor that nobody steps."""
import torch
from torch import nn
torch.manual_seed(0)
pi, q = nn.Linear(3, 2), nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
log_alpha = torch.zeros(1, requires_grad=True)
opt_q = torch.optim.Adam(q.parameters(), 1e-3)
opt_pi = torch.optim.Adam([*pi.parameters(), log_alpha], 1e-3)
for _ in range(20):
    s = torch.randn(32, 3)
    y = -s.square().sum(-1, keepdim=True)
    ql = (q(torch.cat([s, torch.rand(32, 1)], 1)) - y).square().mean()
    opt_q.zero_grad(); ql.backward(); opt_q.step()
    mu, ls = pi(s).chunk(2, -1)
    d = torch.distributions.Normal(mu, ls.clamp(-5, 2).exp())
    a = d.rsample()
    lp = d.log_prob(a)
    pl = (log_alpha.exp().detach() * lp - q(torch.cat([s, a], 1))).mean()
    al = -(log_alpha * (lp.detach() - 1.0)).mean()
    opt_pi.zero_grad(); (pl + al).backward(); opt_pi.step()
