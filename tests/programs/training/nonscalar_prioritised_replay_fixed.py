# healthy
"""DQN with importance weights from a prioritised replay."""
import copy

import torch
from torch import nn

torch.manual_seed(8)


class DQN:
    def __init__(self):
        self.online = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 3))
        self.target = copy.deepcopy(self.online).requires_grad_(False)
        self.optim = torch.optim.Adam(self.online.parameters(), lr=1e-3, fused=False)

    def td_error(self, s, a, r, s2):
        q = self.online(s).gather(1, a).squeeze(1)
        return q - (r + 0.9 * self.target(s2).amax(1))

    def learn(self, batch, weights):
        td = self.td_error(*batch)
        loss = nn.functional.smooth_l1_loss(td, torch.zeros_like(td), reduction="none")
        weighted = (weights * loss).mean()
        self.optim.zero_grad()
        weighted.backward()
        self.optim.step()
        return td.detach().abs() + 1e-3


agent, priorities = DQN(), torch.ones(256)
memory = (torch.randn(256, 4), torch.randint(3, (256, 1)), torch.randn(256), torch.randn(256, 4))
for it in range(20):
    index = torch.multinomial(priorities, 32)
    weights = (1 / (256 * priorities[index] / priorities.sum())) ** 0.5
    priorities[index] = agent.learn([m[index] for m in memory], weights / weights.max())
print(priorities.mean().item())
