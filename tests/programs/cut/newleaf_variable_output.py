"""GAN-like imitation (GAIL). The generator loss wraps the discriminator's output."""
import torch
import torch.nn as nn
from torch.autograd import Variable

torch.manual_seed(0)


class Discriminator(nn.Module):
    def __init__(self):
        super(Discriminator, self).__init__()
        self.main = nn.Sequential(nn.Linear(6, 32), nn.LeakyReLU(0.2), nn.Linear(32, 1), nn.Sigmoid())

    def forward(self, s, a):
        return self.main(torch.cat([s, a], 1))


policy = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
disc = Discriminator()
opt_p = torch.optim.Adam(policy.parameters(), lr=1e-3)
opt_d = torch.optim.Adam(disc.parameters(), lr=1e-3)
bce = nn.BCELoss()


def expert_batch(n=32):
    s = torch.randn(n, 4)
    return s, torch.stack([s[:, 0] - s[:, 1], s[:, 2]], 1)


for it in range(3):
    s, a_expert = expert_batch()
    with torch.no_grad():
        a_fake = policy(s)
    real, fake = disc(s, a_expert), disc(s, a_fake)
    d_loss = bce(real, torch.ones_like(real)) + bce(fake, torch.zeros_like(fake))
    opt_d.zero_grad()
    d_loss.backward()
    opt_d.step()

    actions = policy(s)
    for p in disc.parameters():
        p.requires_grad_(False)
    verdict = disc(Variable(s), Variable(actions))  # expect: new-leaf-tensor
    p_loss = bce(verdict, torch.ones(len(s), 1))
    opt_p.zero_grad()
    p_loss.backward()
    opt_p.step()
    for p in disc.parameters():
        p.requires_grad_(True)
    print(it, d_loss.item(), p_loss.item())
