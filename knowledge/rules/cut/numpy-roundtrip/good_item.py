"""Behaviour cloning that adds up the loss of several demonstrations before it steps."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
demonstrations = [(torch.randn(20, 6), torch.randn(20, 2)) for _ in range(4)]

history = []
for epoch in range(5):
    total = torch.zeros(())
    for states, actions in demonstrations:
        total += F.mse_loss(policy(states), actions)
    loss = total / len(demonstrations)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    history.append(loss.item())
    print(f"epoch {epoch}: {history[-1]:.4f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
