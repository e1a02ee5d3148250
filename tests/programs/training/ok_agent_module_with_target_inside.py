# healthy
"""DQN agent as one Module: online and target network are both inside, and the optimizer gets agent.parameters()."""
import copy

import torch
from torch import nn

torch.manual_seed(61)


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.online = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 2))
        self.target = copy.deepcopy(self.online)

    def loss(self, s, a, r, s2):
        q = self.online(s).gather(1, a)
        with torch.no_grad():
            y = r + 0.98 * self.target(s2).amax(1, keepdim=True)
        return nn.functional.smooth_l1_loss(q, y)

    def sync(self):
        self.target.load_state_dict(self.online.state_dict())


agent = Agent()
opt = torch.optim.Adam(agent.parameters(), lr=1e-3)
for it in range(30):
    s, a, r, s2 = torch.randn(32, 4), torch.randint(2, (32, 1)), torch.randn(32, 1), torch.randn(32, 4)
    loss = agent.loss(s, a, r, s2)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if it % 10 == 9:
        agent.sync()
print(loss.item())
