# healthy
"""ICM beside an actor: the curiosity module has its optimizer, which is never stepped."""
import torch
from torch import nn

torch.manual_seed(44)


class ICM(nn.Module):
    def __init__(self):
        super().__init__()
        self.phi, self.fwd = nn.Linear(4, 8), nn.Linear(10, 8)

    def forward(self, s, a, s2):
        z, z2 = self.phi(s), self.phi(s2)
        return (self.fwd(torch.cat([z, a], -1)) - z2.detach()).square().mean(-1)


icm, actor = ICM(), nn.Linear(4, 2)
opt_icm = torch.optim.Adam(icm.parameters(), lr=1e-3)
opt_actor = torch.optim.Adam(actor.parameters(), lr=1e-3)
for it in range(20):
    s, s2 = torch.randn(32, 4), torch.randn(32, 4)
    dist = torch.distributions.OneHotCategorical(logits=actor(s))
    a = dist.sample()
    bonus = icm(s, a, s2)
    icm_loss = bonus.mean()
    opt_icm.zero_grad()
    icm_loss.backward()
    opt_icm.step()
    loss = -(dist.log_prob(a) * bonus.detach()).mean()
    opt_actor.zero_grad()
    loss.backward()
    opt_actor.step()
print(icm_loss.item())
