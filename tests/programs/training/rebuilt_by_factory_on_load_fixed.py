# healthy
"""The agent loads a checkpoint by replacing its networks; the optimizer was made in the constructor."""
import copy, torch
from torch import nn
torch.manual_seed(0)
def build(): return nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 2))
class Agent:
    def __init__(self):
        self.net = build()
        self.opt = torch.optim.Adam(self.net.parameters(), 1e-3)
    def load(self, state):
        self.net.load_state_dict(state)
    def learn(self):
        x = torch.randn(32, 4)
        loss = (self.net(x) - x[:, 1:3]).square().mean()
        self.opt.zero_grad(); loss.backward(); self.opt.step()
        return loss.item()
ag = Agent()
ag.load(build().state_dict())
for _ in range(20): ag.learn()
