"""Distance between a predicted and a measured trajectory, measured step by step."""
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 3))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
trajectory = torch.randn(12, 3).cumsum(dim=0)

for epoch in range(5):
    distances = []
    for now, after in zip(trajectory, trajectory[1:]):
        distance = (net(now) - after).norm()
        distances.append(distance)
    loss = torch.stack(distances).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}")

for name, parameter in net.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
