"""A2C with separate networks: the sum of both losses goes back, and only the actor has an optimizer."""
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(90)
actor = nn.Sequential(nn.Linear(4, 24), nn.Tanh(), nn.Linear(24, 2))
critic = nn.Sequential(nn.Linear(4, 24), nn.Tanh(), nn.Linear(24, 1))
optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)  # expect: optimizer-missing-params
for it in range(15):
    obs, act = torch.randn(64, 4), torch.randint(2, (64,))
    ret = obs.sum(-1)
    value = critic(obs).squeeze(-1)
    policy_loss = -(Categorical(logits=actor(obs)).log_prob(act) * (ret - value).detach()).mean()
    value_loss = (value - ret).pow(2).mean()
    loss = policy_loss + 0.5 * value_loss
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(it, policy_loss.item(), value_loss.item())
