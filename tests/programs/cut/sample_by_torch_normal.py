"""Latent model: the posterior sample is drawn with torch.normal."""
import torch
from torch import nn

torch.manual_seed(0)


class Encoder(nn.Module):
    def __init__(self, n_obs=10, n_z=4):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_obs, 32), nn.ReLU())
        self.mu, self.log_std = nn.Linear(32, n_z), nn.Linear(32, n_z)

    def forward(self, x):
        h = self.body(x)
        return self.mu(h), self.log_std(h).clamp(-4, 2).exp()


enc = Encoder()
dec = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 10))
dec.requires_grad_(False)
opt = torch.optim.Adam(enc.parameters(), lr=1e-3)
for it in range(4):
    x = torch.randn(64, 10)
    mu, std = enc(x)
    z = torch.normal(mu, std)  # expect: sample-not-rsample
    loss = (dec(z) - x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item())
