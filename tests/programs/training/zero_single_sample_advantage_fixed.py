# healthy
"""REINFORCE per step: the advantage of one sample is normalised by itself."""
import torch
from torch import nn

torch.manual_seed(48)
policy = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 2))
opt = torch.optim.Adam(policy.parameters(), lr=1e-2)


def normalised(x):
    return x / (x.abs().mean() + 1e-8)


for it in range(20):
    obs = torch.randn(1, 3)
    dist = torch.distributions.Categorical(logits=policy(obs))
    act = dist.sample()
    reward = (act == (obs[:, 0] > 0)).float() - 0.4
    loss = -(dist.log_prob(act) * normalised(reward)).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
