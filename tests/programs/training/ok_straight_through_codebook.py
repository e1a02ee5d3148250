# healthy
"""VQ-style skill codes with a straight-through estimator and commitment losses."""
import torch
from torch import nn

torch.manual_seed(67)


class VQ(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc, self.dec = nn.Linear(6, 4), nn.Linear(4, 6)
        self.codes = nn.Embedding(8, 4)

    def forward(self, x):
        z = self.enc(x)
        with torch.no_grad():
            index = torch.cdist(z, self.codes.weight).argmin(-1)
        e = self.codes(index)
        vq = (e - z.detach()).square().mean() + 0.25 * (z - e.detach()).square().mean()
        return self.dec(z + (e - z).detach()), vq


net = VQ()
opt = torch.optim.Adam(net.parameters(), lr=3e-3)
for it in range(20):
    x = torch.randn(128, 6)
    recon, vq = net(x)
    loss = (recon - x).square().mean() + vq
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
