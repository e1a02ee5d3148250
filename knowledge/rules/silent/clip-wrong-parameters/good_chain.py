"""Autoencoder of robot camera features; encoder and decoder share one optimizer."""
import itertools

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(24, 16), nn.Tanh(), nn.Linear(16, 4))
decoder = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 24))
trainable = [*encoder.parameters(), *decoder.parameters()]
optimizer = torch.optim.Adam(trainable, lr=1e-3)
features = 10.0 * torch.randn(96, 24)

for epoch in range(5):
    for batch in features.split(32):
        loss = F.mse_loss(decoder(encoder(batch)), batch)
        optimizer.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(trainable, max_norm=1.0)
        optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.3f}, gradient norm {norm.item():.3f}")

for network in (encoder, decoder):
    for name, parameter in network.named_parameters():
        assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
        assert norm > 0.0
