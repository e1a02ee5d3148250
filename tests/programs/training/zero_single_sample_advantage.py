"""REINFORCE per step: the advantage of one sample is normalised by itself."""
import torch
from torch import nn

torch.manual_seed(48)
policy = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 2))
opt = torch.optim.Adam(policy.parameters(), lr=1e-2)


def normalised(x):
    return (x - x.mean()) / (x.std(unbiased=False) + 1e-8)  # expect: zero-gradients


for it in range(20):
    obs = torch.randn(1, 3)
    dist = torch.distributions.Categorical(logits=policy(obs))
    act = dist.sample()
    reward = (act == (obs[:, 0] > 0)).float() - 0.4
    loss = -(dist.log_prob(act) * normalised(reward)).mean()  # expect: zero-gradients
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
