"""A code book that is kept by hand, though the optimizer holds it: its term in the loss is a constant."""

import torch
from torch import nn

torch.manual_seed(1)
encoder, decoder, codes = nn.Linear(4, 8), nn.Linear(8, 4), nn.Embedding(5, 8)
codes.weight.requires_grad_(False)
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters(), *codes.parameters()], lr=1e-3)
for _step in range(4):
    inputs = torch.randn(16, 4)
    hidden = encoder(inputs)
    nearest = torch.cdist(hidden, codes.weight).argmin(-1)
    chosen = codes(nearest)
    commitment = nn.functional.mse_loss(hidden, chosen.detach())
    codebook = nn.functional.mse_loss(chosen, hidden.detach())
    through = hidden + (chosen - hidden).detach()
    loss = nn.functional.mse_loss(decoder(through), inputs) + 0.25 * commitment + codebook
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        codes.weight.index_add_(0, nearest, 0.01 * (hidden - chosen))
