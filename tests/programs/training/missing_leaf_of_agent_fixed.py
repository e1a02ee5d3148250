# healthy
"""log_std as a plain tensor with requires_grad in the agent, beside a Module."""
import torch
from torch import nn
torch.manual_seed(0)
class Agent:
    def __init__(self):
        self.mu = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
        self.log_std = torch.full((1,), -0.5, requires_grad=True)
        self.opt = torch.optim.Adam([*self.mu.parameters(), self.log_std], lr=1e-3)
    def dist(self, s): return torch.distributions.Normal(self.mu(s), self.log_std.exp())
    def learn(self, s, a, adv):
        loss = -(self.dist(s).log_prob(a).sum(-1) * adv).mean()
        self.opt.zero_grad(); loss.backward(); self.opt.step()
ag = Agent()
for _ in range(15):
    s = torch.randn(32, 3)
    with torch.no_grad(): a = ag.dist(s).sample()
    ag.learn(s, a, -(a - s[:, :1]).square().sum(-1))
