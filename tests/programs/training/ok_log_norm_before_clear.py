# healthy
"""Gradient norms of each layer are logged after the step and before the next clearing; PPO with early stop by KL."""
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(71)
net = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
opt = torch.optim.Adam(net.parameters(), lr=3e-3)


def layer_norms():
    return {n: round(p.grad.norm().item(), 4) for n, p in net.named_parameters() if p.grad is not None}


print("before training", layer_norms())
for it in range(5):
    obs = torch.randn(128, 4)
    with torch.no_grad():
        dist = Categorical(logits=net(obs))
        act = dist.sample()
        old = dist.log_prob(act)
    adv = (act == (obs[:, 0] > 0)).float()
    adv = (adv - adv.mean()) / (adv.std() + 1e-8)
    for epoch in range(6):
        new = Categorical(logits=net(obs)).log_prob(act)
        ratio = (new - old).exp()
        kl = (old - new).mean().item()
        if kl > 0.02:
            break
        loss = -torch.min(ratio * adv, ratio.clamp(0.8, 1.2) * adv).mean()
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        opt.step()
    print(it, layer_norms(), kl)
