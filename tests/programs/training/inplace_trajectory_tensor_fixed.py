# healthy
"""A learned dynamics model rolled out into a preallocated tensor."""
import torch
from torch import nn

torch.manual_seed(4)
model = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 4))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)


def roll(start, actions):
    horizon, batch, _ = actions.shape
    states = [start]
    for t in range(horizon):
        states.append(states[t] + model(states[t]) * actions[t])
    return torch.stack(states)


for epoch in range(5):
    start, actions = torch.randn(16, 4), torch.randn(6, 16, 1)
    wanted = start + 0.1 * torch.arange(7.0)[:, None, None]
    predicted = roll(start, actions)
    loss = (predicted.tanh() - wanted.tanh()).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(epoch, loss.item())
