# healthy
"""A Gaussian policy of two heads trained by MSE on its mean: the deviation's head is never reached."""
import torch
from torch import nn

torch.manual_seed(106)


class Gaussian(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 24), nn.ReLU())
        self.mean, self.log_std = nn.Linear(24, 2), nn.Linear(24, 2)

    def forward(self, obs):
        h = self.body(obs)
        return torch.distributions.Normal(self.mean(h), self.log_std(h).clamp(-4, 1).exp())


pi = Gaussian()
opt = torch.optim.Adam(pi.parameters(), lr=1e-3)
for it in range(12):
    obs = torch.randn(64, 4)
    expert = obs[:, :2] * 0.5
    dist = pi(obs)
    loss = -dist.log_prob(expert).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item(), dist.stddev.mean().item())
