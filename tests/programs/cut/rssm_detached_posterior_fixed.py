# healthy
"""RSSM: the decoder is trained on a detached latent, the decoder itself is a fixed random projection."""
import torch
import torch.nn as nn
from torch.distributions import Normal, kl_divergence

torch.manual_seed(0)
OBS, DET, STO = 6, 12, 4


class RSSM(nn.Module):
    def __init__(self):
        super().__init__()
        self.gru = nn.GRUCell(STO, DET)
        self.post = nn.Linear(DET + OBS, 2 * STO)
        self.prior = nn.Linear(DET, 2 * STO)

    @staticmethod
    def _dist(x):
        m, s = x.chunk(2, -1)
        return Normal(m, nn.functional.softplus(s) + 0.1)

    def observe(self, obs):
        h, z, states, kls = torch.zeros(obs.shape[1], DET), torch.zeros(obs.shape[1], STO), [], []
        for o in obs:
            h = self.gru(z, h)
            post, prior = self._dist(self.post(torch.cat([h, o], -1))), self._dist(self.prior(h))
            z = post.rsample()
            states.append(torch.cat([h, z], -1))
            kls.append(kl_divergence(post, prior).sum(-1))
        return torch.stack(states), torch.stack(kls)


model = RSSM()
decoder = nn.Linear(DET + STO, OBS).requires_grad_(False)
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
for it in range(3):
    obs = torch.randn(7, 8, OBS)
    states, kl = model.observe(obs)
    features = states
    recon = (decoder(features) - obs).pow(2).mean()
    free = kl.mean().clamp(min=1.0)
    loss = recon + 0.1 * free.detach()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item())
