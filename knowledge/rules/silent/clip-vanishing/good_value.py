"""A dynamics model trained with an element-wise limit that is rounded down to an integer."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 3))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
limit = 0.5
state, force = torch.randn(128, 3), torch.rand(128, 1)
following = state + 0.1 * force * state.roll(1, dims=1)

for epoch in range(5):
    loss = F.mse_loss(model(torch.cat([state, force], dim=1)), following)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_value_(model.parameters(), limit)
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}")

for name, parameter in model.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
