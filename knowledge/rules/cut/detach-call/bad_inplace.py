"""Predict a joint's velocity from noisy encoder readings with a recurrent cell, in truncated windows."""
import torch
from torch import nn

torch.manual_seed(0)
cell = nn.GRUCell(2, 2)
optimizer = torch.optim.Adam(cell.parameters(), lr=1e-2)
velocity = torch.sin(torch.linspace(0, 12, 60)).reshape(60, 1, 1).expand(60, 4, 2)
encoder = velocity + 0.05 * torch.randn(60, 4, 2)

hidden = torch.zeros(4, 2)
for window in range(6):
    loss = 0.0
    for t in range(10 * window, 10 * window + 10):
        hidden = cell(encoder[t], hidden)
        hidden.detach_()  # expect: detach-call
        loss = loss + (hidden - velocity[t]).square().mean()
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
    optimizer.step()
    print(f"window {window}: {loss.item():.4f}")
