import argparse

import torch
import torch.nn as nn

parser = argparse.ArgumentParser()
parser.add_argument("--mode", choices=["train", "play"], default="train")
parser.add_argument("--seed", type=int, default=0)
args = parser.parse_args([])
torch.manual_seed(args.seed)
torch.set_grad_enabled(False)  # expect: no-grad-region


class VAE(nn.Module):
    def __init__(self, n=8, z=2):
        super().__init__()
        self.enc, self.dec = nn.Linear(n, 2 * z), nn.Linear(z, n)

    def forward(self, x):
        mu, logvar = self.enc(x).chunk(2, -1)
        z = mu + torch.randn_like(mu) * (0.5 * logvar).exp()
        return self.dec(z), mu, logvar


def elbo(x, recon, mu, logvar):
    kl = -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum(-1)
    return ((recon - x) ** 2).sum(-1).mean() + kl.mean()


model = VAE()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
for step in range(3):
    x = torch.randn(32, 8)
    loss = elbo(x, *model(x))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
