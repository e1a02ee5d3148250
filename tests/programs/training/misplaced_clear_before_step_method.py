"""zero_grad of the module, not of the optimizer, between backward and step."""
import torch
from torch import nn

torch.manual_seed(102)


class BC(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 24), nn.ReLU(), nn.Linear(24, 2))
        self.optim = torch.optim.Adam(self.net.parameters(), lr=1e-3)

    def learn(self, obs, act):
        loss = nn.functional.cross_entropy(self.net(obs), act)
        loss.backward()
        self.zero_grad(set_to_none=False)  # expect: zero-grad-misplaced
        self.optim.step()
        return loss.item()


agent = BC()
for it in range(15):
    obs = torch.randn(32, 4)
    print(agent.learn(obs, (obs[:, 1] > 0).long()))
