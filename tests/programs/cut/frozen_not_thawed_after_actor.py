"""TD3-like loop: critic frozen for the actor update and never thawed."""
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def mlp(i, o, act=nn.Identity):
    return nn.Sequential(nn.Linear(i, 32), nn.ReLU(), nn.Linear(32, o), act())


class TD3:
    def __init__(self, s=4, a=2):
        self.actor, self.q1, self.q2 = mlp(s, a, nn.Tanh), mlp(s + a, 1), mlp(s + a, 1)
        self.targets = copy.deepcopy(nn.ModuleList([self.actor, self.q1, self.q2])).requires_grad_(False)
        self.a_opt = torch.optim.Adam(self.actor.parameters(), 1e-3)
        self.q_opt = torch.optim.Adam([*self.q1.parameters(), *self.q2.parameters()], 1e-3)
        self.it = 0

    def critic_loss(self, s, a, r, s2):
        ta, t1, t2 = self.targets
        with torch.no_grad():
            a2 = (ta(s2) + 0.2 * torch.randn_like(a)).clamp(-1, 1)
            y = r + 0.99 * torch.min(t1(torch.cat([s2, a2], 1)), t2(torch.cat([s2, a2], 1)))
        sa = torch.cat([s, a], 1)
        return F.mse_loss(self.q1(sa), y) + F.mse_loss(self.q2(sa), y)

    def update(self, batch):
        self.it += 1
        q_loss = self.critic_loss(*batch)
        self.q_opt.zero_grad()
        q_loss.backward()
        self.q_opt.step()
        if self.it % 2 == 0:
            s = batch[0]
            for q in (self.q1, self.q2):
                q.requires_grad_(False)  # expect: frozen-parameters
            a_loss = -self.q1(torch.cat([s, self.actor(s)], 1)).mean()
            self.a_opt.zero_grad()
            a_loss.backward()
            self.a_opt.step()
        return q_loss.item()


torch.manual_seed(0)
agent = TD3()
for t in range(5):
    batch = torch.randn(32, 4), torch.rand(32, 2) * 2 - 1, torch.randn(32, 1), torch.randn(32, 4)
    print(t, agent.update(batch))
