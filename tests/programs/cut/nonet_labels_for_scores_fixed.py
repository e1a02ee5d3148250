# healthy
"""GAIL discriminator: the logits of the expert are shadowed by the labels."""
import torch
from torch import nn

torch.manual_seed(0)
bce = nn.functional.binary_cross_entropy_with_logits


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(5, 32), nn.Tanh(), nn.Linear(32, 1))

    def forward(self, s, a):
        return self.net(torch.cat([s, a], -1))


def disc_loss(disc, expert, learner):
    scores = {"expert": disc(*expert), "learner": disc(*learner)}
    labels = {name: torch.full_like(score, float(name == "expert")) for name, score in scores.items()}
    losses = []
    for name, score in scores.items():
        losses.append(bce(score, labels[name]))
    return sum(losses), scores


disc = Discriminator()
opt = torch.optim.Adam(disc.parameters(), lr=1e-3)
for it in range(3):
    expert = torch.randn(16, 3) + 1, torch.randn(16, 2)
    learner = torch.randn(16, 3), torch.randn(16, 2)
    loss, scores = disc_loss(disc, expert, learner)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item(), scores["expert"].mean().item())
