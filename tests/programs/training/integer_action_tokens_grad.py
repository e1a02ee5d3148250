"""Gradient-guided token attack: asks for gradients along the token ids."""
import torch
from torch import nn

torch.manual_seed(96)
model = nn.Sequential(nn.Embedding(10, 8), nn.Flatten(), nn.Linear(32, 2))
ids = torch.randint(0, 10, (6, 4))
tokens = ids.clone().requires_grad_()  # expect: integer-requires-grad  # raises: RuntimeError: only Tensors of floating point
loss = model(tokens).square().mean()
loss.backward()
