# healthy
"""RSSM: the decoder is trained on a detached latent, the decoder itself is a fixed random projection."""
import torch
import torch.nn as nn
from torch.distributions import Normal

torch.manual_seed(0)
OBS, DET, STO = 6, 12, 4


class RSSM(nn.Module):
    def __init__(self):
        super().__init__()
        self.gru = nn.GRUCell(STO, DET)
        self.post = nn.Linear(DET + OBS, 2 * STO)

    @staticmethod
    def _dist(x):
        m, s = x.chunk(2, -1)
        return Normal(m, nn.functional.softplus(s) + 0.1)

    def observe(self, obs):
        h, z, states = torch.zeros(obs.shape[1], DET), torch.zeros(obs.shape[1], STO), []
        for o in obs:
            h = self.gru(z, h)
            post = self._dist(self.post(torch.cat([h, o], -1)))
            z = post.rsample()
            states.append(torch.cat([h, z], -1))
        return torch.stack(states)


model = RSSM()
decoder = nn.Linear(DET + STO, OBS).requires_grad_(False)
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
for it in range(3):
    obs = torch.randn(7, 8, OBS)
    states = model.observe(obs)
    features = states
    recon = (decoder(features) - obs).pow(2).mean()
    spread = states.detach().std()
    loss = recon
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item(), spread.item())
