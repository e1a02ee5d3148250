# healthy
"""Gradient-guided token attack: asks for gradients along the token ids."""
import torch
from torch import nn

torch.manual_seed(96)
model = nn.Sequential(nn.Embedding(10, 8), nn.Flatten(), nn.Linear(32, 2))
ids = torch.randint(0, 10, (6, 4))
vectors = model[0](ids).detach().requires_grad_()
loss = model[1:](vectors).square().mean()
loss.backward()
