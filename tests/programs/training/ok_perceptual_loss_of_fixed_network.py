# healthy
"""Decoder trained with a perceptual loss of a fixed random network, plus a pixel loss."""
import torch
from torch import nn
torch.manual_seed(0)
enc, dec = nn.Linear(8, 4), nn.Linear(4, 8)
percep = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))
opt = torch.optim.Adam([*enc.parameters(), *dec.parameters()], 1e-3)
for _ in range(15):
    x = torch.randn(16, 8); y = dec(enc(x))
    loss = (y - x).square().mean() + 0.1 * (percep(y) - percep(x).detach()).square().mean()
    opt.zero_grad(); loss.backward(); opt.step()
