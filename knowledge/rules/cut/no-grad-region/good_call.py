"""Fit a dynamics model and look at its validation error now and then."""
import torch
from torch import nn
from torch.nn import functional as F


def validation_error(model, inputs, targets):
    model.eval()
    with torch.no_grad():
        error = F.mse_loss(model(inputs), targets).item()
    model.train()
    return error


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(5, 32), nn.ReLU(), nn.Dropout(0.1), nn.Linear(32, 4))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
inputs = torch.randn(160, 5)
targets = inputs[:, :4] + 0.1 * inputs[:, 4:]

for epoch in range(6):
    for x, y in zip(inputs[:128].split(32), targets[:128].split(32)):
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    if epoch % 2 == 1:
        print(f"epoch {epoch}: validation {validation_error(model, inputs[128:], targets[128:]):.4f}")

for name, parameter in model.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
