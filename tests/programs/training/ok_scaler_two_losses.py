# healthy
"""GradScaler on the CPU with two optimizers, unscale before the clip, and one skipped step on purpose."""
import torch
from torch import nn

torch.manual_seed(84)
actor, critic = nn.Linear(4, 1), nn.Sequential(nn.Linear(5, 24), nn.ReLU(), nn.Linear(24, 1))
oa, oc = torch.optim.Adam(actor.parameters(), 1e-3), torch.optim.Adam(critic.parameters(), 1e-3)
scaler = torch.amp.GradScaler("cpu", init_scale=256.0)
for it in range(12):
    obs, act = torch.randn(32, 4), torch.randn(32, 1)
    y = obs.sum(-1, keepdim=True)
    oc.zero_grad()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        q = critic(torch.cat([obs, act], -1))
    scaler.scale(nn.functional.mse_loss(q.float(), y)).backward()
    scaler.unscale_(oc)
    nn.utils.clip_grad_norm_(critic.parameters(), 1.0)
    scaler.step(oc)
    if it % 2:
        oa.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            objective = -critic(torch.cat([obs, actor(obs).tanh()], -1)).float().mean()
        scaler.scale(objective).backward()
        scaler.unscale_(oa)
        nn.utils.clip_grad_norm_(actor.parameters(), 1.0)
        scaler.step(oa)
    scaler.update()
print(objective.item())
