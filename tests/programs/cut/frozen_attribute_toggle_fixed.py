# healthy
"""World model and actor in turns; the thawing loop runs over the wrong module."""
import torch
import torch.nn as nn

torch.manual_seed(0)
world = nn.Sequential(nn.Linear(6, 32), nn.ELU(), nn.Linear(32, 4))
actor = nn.Sequential(nn.Linear(4, 16), nn.ELU(), nn.Linear(16, 2), nn.Tanh())
w_opt = torch.optim.Adam(world.parameters(), lr=1e-3)
a_opt = torch.optim.Adam(actor.parameters(), lr=1e-3)


def set_trainable(module, flag):
    for p in module.parameters():
        p.requires_grad = flag


for it in range(3):
    s, a = torch.randn(32, 4), torch.rand(32, 2)
    model_loss = (world(torch.cat([s, a], 1)) - 0.9 * s).pow(2).mean()
    w_opt.zero_grad()
    model_loss.backward()
    w_opt.step()

    for p in world.parameters():
        p.requires_grad = False
    imagined = world(torch.cat([s, actor(s)], 1))
    actor_loss = imagined.pow(2).mean()
    a_opt.zero_grad()
    actor_loss.backward()
    a_opt.step()
    set_trainable(world, True)
    print(it, model_loss.item(), actor_loss.item())
