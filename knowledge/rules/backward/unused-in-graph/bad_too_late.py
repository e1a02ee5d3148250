"""A critic for continuous actions that is kept smooth: the slope with respect to the action is punished."""
import torch
from torch import nn
from torch.autograd import grad
from torch.nn import functional as F

torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(5, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)

for update in range(4):
    obs, action = torch.randn(64, 3), torch.rand(64, 2)
    target = -(obs[:, :2] - action).square().sum(dim=1, keepdim=True)
    q = critic(torch.cat([obs, action], dim=1))
    action.requires_grad_(True)
    (slope,) = grad(q.sum(), action, create_graph=True)  # raises: RuntimeError: The diff  # expect: unused-in-graph
    loss = F.mse_loss(q, target) + 0.01 * slope.square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"update {update}: loss {loss.item():.4f}")
