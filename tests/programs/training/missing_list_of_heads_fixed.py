# healthy
"""Bootstrapped DQN whose heads stand in a plain list."""
import torch
from torch import nn

torch.manual_seed(37)


class Bootstrapped(nn.Module):
    def __init__(self, n=3):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(4, 32), nn.ReLU())
        self.heads = nn.ModuleList([nn.Linear(32, 2) for _ in range(n)])

    def forward(self, obs):
        z = self.trunk(obs)
        return torch.stack([head(z) for head in self.heads])


net = Bootstrapped()
optimizer = torch.optim.RMSprop(net.parameters(), lr=5e-4)
for it in range(20):
    obs, act, y = torch.randn(32, 4), torch.randint(2, (32,)), torch.randn(3, 32)
    q = net(obs).gather(-1, act[None, :, None].expand(3, -1, 1)).squeeze(-1)
    mask = torch.bernoulli(torch.full((3, 32), 0.5))
    loss = (mask * (q - y).square()).sum() / mask.sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
