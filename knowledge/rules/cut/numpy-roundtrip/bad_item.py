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
        total += F.mse_loss(policy(states), actions).item()  # expect: numpy-roundtrip
    loss = total / len(demonstrations)
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
    optimizer.step()
    history.append(loss.item())
    print(f"epoch {epoch}: {history[-1]:.4f}")
