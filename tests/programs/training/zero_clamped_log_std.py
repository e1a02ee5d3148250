"""A state-dependent deviation that starts outside of its clamp."""
import torch
from torch import nn

torch.manual_seed(49)


class Gauss(nn.Module):
    def __init__(self):
        super().__init__()
        self.mu = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
        self.log_std = nn.Parameter(torch.full((1,), 3.0))

    def forward(self, obs):
        return torch.distributions.Normal(self.mu(obs), self.log_std.clamp(-5, 1).exp())  # expect: zero-gradients


pi = Gauss()
opt = torch.optim.Adam(pi.parameters(), lr=1e-2)
for it in range(25):
    obs = torch.randn(64, 3)
    nll = -pi(obs).log_prob(obs.sum(-1, keepdim=True)).mean()
    opt.zero_grad()
    nll.backward()
    opt.step()
print(nll.item(), pi.log_std.item())
