"""Advantage and value share a tensor that is normalised in place after the value loss has used it."""
import torch
from torch import nn

torch.manual_seed(92)
net = nn.Sequential(nn.Linear(4, 24), nn.Tanh(), nn.Linear(24, 3))
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for it in range(10):
    obs, act, ret = torch.randn(48, 4), torch.randint(2, (48,)), torch.randn(48)
    out = net(obs)
    value, logits = out[:, 2].exp(), out[:, :2]
    value_loss = (value - ret).square().mean()
    value.sub_(value.mean()).div_(2.0)  # expect: inplace-modified
    adv = (ret - value).detach()
    pg = -(logits.log_softmax(-1).gather(1, act[:, None]).squeeze(1) * adv).mean()
    opt.zero_grad()
    (pg + value_loss).backward()
    opt.step()
print(pg.item())
