# healthy
"""Log-probabilities of shape (N,) meet advantages of shape (N, 1)."""
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(53)
actor, critic = nn.Linear(4, 3), nn.Linear(4, 1)
opt = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=1e-3)
for it in range(12):
    obs, ret = torch.randn(64, 4), torch.randn(64, 1)
    dist = Categorical(logits=actor(obs))
    act = dist.sample()
    adv = ret - critic(obs)
    pg = -(dist.log_prob(act) * adv.detach().squeeze(-1)).mean()
    loss = pg + adv.square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
