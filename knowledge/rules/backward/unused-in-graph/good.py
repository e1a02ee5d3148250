"""Learn a pendulum's energy function, and with it how angle and momentum change (a Hamiltonian network)."""
import torch
from torch import nn
from torch.autograd import grad

torch.manual_seed(0)
energy_net = nn.Sequential(nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 1, bias=False))
optimizer = torch.optim.Adam(energy_net.parameters(), lr=1e-3)

for epoch in range(4):
    state = torch.randn(64, 2, requires_grad=True)
    angle, momentum = state[:, :1], state[:, 1:]
    true_change = torch.cat([momentum, -angle.sin()], dim=1).detach()

    energy = energy_net(torch.cat([angle, momentum], dim=1)).sum()
    slopes = grad(energy, [angle, momentum], create_graph=True)
    change = torch.cat([slopes[1], -slopes[0]], dim=1)
    loss = (change - true_change).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}")

for name, parameter in energy_net.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
