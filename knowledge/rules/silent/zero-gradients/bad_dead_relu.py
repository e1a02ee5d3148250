"""A controller with an output layer that is initialised small, so that its first commands are small too."""
import torch
from torch import nn
from torch.nn import functional as F


class Controller(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(6, 32), nn.Linear(32, 2)
        nn.init.orthogonal_(self.head.weight, gain=0.01)
        nn.init.constant_(self.body.bias, -10.0)

    def forward(self, states):
        hidden = torch.relu(self.body(states))  # expect: zero-gradients
        return self.head(hidden)


torch.manual_seed(0)
net = Controller()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
states, commands = torch.randn(64, 6), torch.randn(64, 2)

for epoch in range(5):
    loss = F.mse_loss(net(states), commands)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}, gradient norm of the body {net.body.weight.grad.norm().item():.4f}")
