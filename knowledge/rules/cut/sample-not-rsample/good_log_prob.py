"""A bandit over grasp poses: the network proposes one of five, a table knows how well each holds."""
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 5))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
hold_quality = torch.tensor([0.1, 0.3, 0.9, 0.2, 0.0])

for iteration in range(5):
    scene = torch.randn(64, 4)
    dist = Categorical(logits=net(scene))
    grasp = dist.sample()
    reward = hold_quality[grasp]
    loss = -(dist.log_prob(grasp) * (reward - reward.mean())).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"iteration {iteration}: mean quality {reward.mean().item():.3f}")

for name, parameter in net.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
