"""Dueling DQN without a target network: the target is computed by the same network with its graph."""
import torch
from torch import nn

torch.manual_seed(52)


class Dueling(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 32), nn.ReLU())
        self.adv, self.val = nn.Linear(32, 2), nn.Linear(32, 1)

    def forward(self, x):
        h = self.body(x)
        a = self.adv(h)
        return self.val(h) + a - a.mean(-1, keepdim=True)


q = Dueling()
opt = torch.optim.Adam(q.parameters(), lr=1e-3)


def td_loss(s, a, r, s2, d):
    chosen = q(s).gather(1, a[:, None]).squeeze(1)
    best = q(s2).max(1).values
    wanted = torch.where(d, r, r + 0.99 * best)  # expect: missing-detach
    return nn.functional.smooth_l1_loss(chosen, wanted)  # expect: missing-detach


for it in range(15):
    batch = torch.randn(32, 4), torch.randint(2, (32,)), torch.randn(32), torch.randn(32, 4), torch.rand(32) < 0.1
    loss = td_loss(*batch)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
