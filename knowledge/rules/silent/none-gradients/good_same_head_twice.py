"""A two-armed robot: one trunk, a head for each arm, one imitation loss for both."""
import torch
from torch import nn
from torch.nn import functional as F


class TwoArms(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(8, 32), nn.ReLU())
        self.left, self.right = nn.Linear(32, 3), nn.Linear(32, 3)

    def forward(self, obs):
        features = self.trunk(obs)
        return self.left(features), self.right(features)


torch.manual_seed(0)
net = TwoArms()
optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)
obs, left_expert, right_expert = torch.randn(64, 8), torch.randn(64, 3), torch.randn(64, 3)

for epoch in range(5):
    left, right = net(obs)
    loss = F.mse_loss(left, left_expert) + F.mse_loss(right, right_expert)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    error = F.mse_loss(right, right_expert).item()
    print(f"epoch {epoch}: loss {loss.item():.4f}, error of the right arm {error:.4f}")

for name, parameter in net.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
