"""Fit a dynamics model on its own multi-step predictions."""
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
trajectory = torch.as_tensor([[0.0, 1.0], [0.1, 0.9], [0.19, 0.75], [0.26, 0.6], [0.32, 0.4]])
controls = torch.as_tensor([[0.2], [-0.1], [0.3], [0.0]])

for epoch in range(5):
    state, errors = trajectory[0], []
    for control, observed in zip(controls, trajectory[1:]):
        state = state + model(torch.cat([state, control]))
        errors.append((state - observed).square().sum())
    loss = torch.as_tensor(errors).mean()  # expect: new-leaf-tensor
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}")
