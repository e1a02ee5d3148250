"""PPO-like Gaussian policy whose deviation is a parameter beside the network."""
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(117)
mean_net = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 2))
log_std = nn.Parameter(-0.5 * torch.ones(2))
opt = torch.optim.Adam(mean_net.parameters(), lr=3e-4)  # expect: optimizer-missing-params
for it in range(10):
    obs, adv = torch.randn(64, 3), torch.randn(64)
    with torch.no_grad():
        dist = Normal(mean_net(obs), log_std.exp())
        act = dist.sample()
        old = dist.log_prob(act).sum(-1)
    for epoch in range(2):
        new = Normal(mean_net(obs), log_std.exp()).log_prob(act).sum(-1)
        ratio = (new - old).exp()
        loss = -torch.min(ratio * adv, ratio.clamp(0.8, 1.2) * adv).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
print(loss.item(), log_std.detach().exp())
