# healthy
"""A2C: advantage not detached in the policy loss (one optimizer)."""
import torch
from torch import nn
torch.manual_seed(0)
trunk, pi, vf = nn.Linear(4, 32), nn.Linear(32, 2), nn.Linear(32, 1)
opt = torch.optim.Adam([*trunk.parameters(), *pi.parameters(), *vf.parameters()], 1e-3)
for _ in range(15):
    s = torch.randn(32, 4)
    h = trunk(s).tanh()
    d = torch.distributions.Categorical(logits=pi(h)); a = d.sample()
    values = vf(h).flatten()
    returns = s[:, 0] * a
    advantage = returns - values
    policy_loss = -(d.log_prob(a) * advantage.detach()).mean()
    loss = policy_loss + 0.5 * advantage.pow(2).mean() - 0.01 * d.entropy().mean()
    opt.zero_grad(); loss.backward(); opt.step()
