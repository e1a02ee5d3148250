# healthy
"""DrQ-like: the critic's loss trains the shared encoder, the actor sees detached features; averages of targets by hand."""
import copy

import torch
from torch import nn

torch.manual_seed(113)
encoder = nn.Sequential(nn.Conv2d(1, 4, 3, 2), nn.ReLU(), nn.Flatten(), nn.Linear(100, 16))
critic, actor = nn.Sequential(nn.Linear(17, 24), nn.ReLU(), nn.Linear(24, 1)), nn.Sequential(nn.Linear(16, 1), nn.Tanh())
slow_encoder, slow_critic = copy.deepcopy(encoder), copy.deepcopy(critic)
oc = torch.optim.Adam([*encoder.parameters(), *critic.parameters()], lr=1e-3)
oa = torch.optim.Adam(actor.parameters(), lr=1e-3)
for it in range(10):
    img, act, rew, nxt = torch.rand(16, 1, 12, 12), torch.rand(16, 1), torch.rand(16, 1), torch.rand(16, 1, 12, 12)
    z = encoder(img)
    with torch.no_grad():
        z2 = slow_encoder(nxt)
        y = rew + 0.97 * slow_critic(torch.cat([z2, actor(z2)], -1))
    lc = (critic(torch.cat([z, act], -1)) - y).square().mean()
    oc.zero_grad()
    lc.backward()
    oc.step()
    for p in critic.parameters():
        p.requires_grad_(False)
    feats = encoder(img).detach()
    la = -critic(torch.cat([feats, actor(feats)], -1)).mean()
    oa.zero_grad()
    la.backward()
    oa.step()
    for p in critic.parameters():
        p.requires_grad_(True)
    with torch.no_grad():
        torch._foreach_lerp_(list(slow_critic.parameters()), list(critic.parameters()), 0.05)
        torch._foreach_lerp_(list(slow_encoder.parameters()), list(encoder.parameters()), 0.05)
print(lc.item(), la.item())
