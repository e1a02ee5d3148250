"""Fit an inverse model of a joint, and report the mean loss of every epoch."""
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
inputs = torch.from_numpy(np.random.default_rng(0).normal(size=(96, 3)).astype(np.float32))
torque = inputs[:, :1] * inputs[:, 1:2] - inputs[:, 2:]
history = []

for epoch in range(4):
    losses, errors = [], []
    for batch in torch.randperm(96).split(32):
        prediction = model(inputs[batch])
        loss = F.mse_loss(prediction, torque[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss)
        errors.append((prediction - torque[batch]).abs().max().item())
    history.append(np.mean(losses))  # raises: RuntimeError: Can't call numpy()  # expect: numpy-on-grad-tensor
    print(f"epoch {epoch}: loss {history[-1]:.4f}, worst {np.max(errors):.3f}")
