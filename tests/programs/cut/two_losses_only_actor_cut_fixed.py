# healthy
"""Model-based actor and a world model trained in turns; the imagined rollout starts under no_grad."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


class World(nn.Module):
    def __init__(self):
        super().__init__()
        self.trans = nn.Linear(6 + 2, 6)
        self.rew = nn.Linear(6, 1)

    def step(self, s, a):
        s = torch.tanh(self.trans(torch.cat([s, a], -1)))
        return s, self.rew(s).squeeze(-1)


world, actor = World(), nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 2), nn.Tanh())
value = nn.Linear(6, 1)
opts = {
    "world": torch.optim.Adam(world.parameters(), lr=1e-3),
    "actor": torch.optim.Adam(actor.parameters(), lr=1e-3),
    "value": torch.optim.Adam(value.parameters(), lr=1e-3),
}


def apply(name, loss):
    opts[name].zero_grad()
    loss.backward()
    opts[name].step()



def imagine(s, horizon):
    states, rewards = [], []
    for _ in range(horizon):
        s, r = world.step(s, actor(s))
        states.append(s), rewards.append(r)
    return torch.stack(states), torch.stack(rewards)


for it in range(3):
    s, a = torch.randn(32, 6), torch.rand(32, 2)
    s2, r = world.step(s, a)
    apply("world", F.mse_loss(s2, s.roll(1, -1)) + F.mse_loss(r, a.sum(-1)))
    states, rewards = imagine(s, 5)
    target = rewards.sum(0)
    apply("value", F.mse_loss(value(s).squeeze(-1), target.detach()))
    actor_loss = -target.mean()
    apply("actor", actor_loss)
    print(it, actor_loss.item())
