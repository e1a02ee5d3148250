"""Imitation loop where .item() slipped in and the error was silenced."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, 2))

    def forward(self, x):
        return self.layers(x)


def smoothness(actions):
    total = 0.0
    for a, b in zip(actions[:-1], actions[1:]):
        total += (a - b).abs().sum().item()  # also: numpy-roundtrip
    return total / len(actions)


net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
x = torch.linspace(-1, 1, 20).unsqueeze(1).repeat(1, 6)
for epoch in range(3):
    actions = net(x)
    loss = torch.tensor(smoothness(actions))
    loss.requires_grad_(True)  # expect: grad-bandaid
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(epoch, loss.item())
