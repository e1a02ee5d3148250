"""Train a policy and log the norm of its gradient at the end of each iteration."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(6, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
states, commands = torch.randn(64, 6), torch.randn(64, 2)

for epoch in range(5):
    loss = F.mse_loss(policy(states), commands)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    gradients = [parameter.grad for parameter in policy.parameters()]
    norm = sum(0.0 if gradient is None else gradient.norm().item() for gradient in gradients)
    print(f"epoch {epoch}: loss {loss.item():.4f}, gradient norm {norm:.4f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
