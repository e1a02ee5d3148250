"""Transfer to a new robot: a trained network gets a new output layer for its number of joints."""
import torch
from torch import nn
from torch.nn import functional as F


class Controller(nn.Module):
    def __init__(self, joints):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(6, 32), nn.Tanh())
        self.head = nn.Linear(32, joints)

    def forward(self, states):
        return self.head(self.trunk(states))


torch.manual_seed(0)
net = Controller(joints=4)
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
net.head = nn.Linear(32, 7)  # expect: optimizer-rebuilt-network
net.trunk.requires_grad_(False)
states, commands = torch.randn(64, 6), torch.randn(64, 7)

for epoch in range(5):
    loss = F.mse_loss(net(states), commands)
    net.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}")
