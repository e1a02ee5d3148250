# healthy
"""SAC with one update method: actor loss passes through the critics, whose stray gradients the next zero_grad clears."""
import copy

import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(70)


def mlp(i, o):
    return nn.Sequential(nn.Linear(i, 32), nn.ReLU(), nn.Linear(32, o))


class SAC:
    def __init__(self):
        self.pi, self.q1, self.q2 = mlp(3, 2), mlp(4, 1), mlp(4, 1)
        self.t1, self.t2 = copy.deepcopy(self.q1), copy.deepcopy(self.q2)
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.o_pi = torch.optim.Adam(self.pi.parameters(), 3e-4)
        self.o_q = torch.optim.Adam(list(self.q1.parameters()) + list(self.q2.parameters()), 3e-4)
        self.o_a = torch.optim.Adam([self.log_alpha], 3e-4)

    def act(self, s):
        mu, ls = self.pi(s).chunk(2, -1)
        d = Normal(mu, ls.clamp(-5, 2).exp())
        u = d.rsample()
        a = u.tanh()
        return a, (d.log_prob(u) - (1 - a.pow(2) + 1e-6).log()).sum(-1, keepdim=True)

    def update(self, s, a, r, s2, d):
        alpha = self.log_alpha.exp().item()
        with torch.no_grad():
            a2, lp2 = self.act(s2)
            x2 = torch.cat([s2, a2], -1)
            y = r + 0.99 * (1 - d) * (torch.min(self.t1(x2), self.t2(x2)) - alpha * lp2)
        x = torch.cat([s, a], -1)
        lq = (self.q1(x) - y).pow(2).mean() + (self.q2(x) - y).pow(2).mean()
        self.o_q.zero_grad()
        lq.backward()
        self.o_q.step()
        a_new, lp = self.act(s)
        xn = torch.cat([s, a_new], -1)
        lpi = (alpha * lp - torch.min(self.q1(xn), self.q2(xn))).mean()
        self.o_pi.zero_grad()
        lpi.backward()
        self.o_pi.step()
        la = -(self.log_alpha * (lp.detach() - 1)).mean()
        self.o_a.zero_grad()
        la.backward()
        self.o_a.step()
        for t, q in ((self.t1, self.q1), (self.t2, self.q2)):
            for tp, p in zip(t.parameters(), q.parameters()):
                tp.data.copy_(0.995 * tp.data + 0.005 * p.data)
        return lq.item(), lpi.item()


agent = SAC()
for it in range(20):
    s = torch.randn(64, 3)
    batch = s, torch.rand(64, 1) * 2 - 1, -s[:, :1].abs(), s + 0.1 * torch.randn(64, 3), (torch.rand(64, 1) < 0.05).float()
    print(agent.update(*batch))
