# healthy
"""Random network distillation whose bonus is scaled by a running deviation."""
import torch
from torch import nn

torch.manual_seed(3)


def embed():
    return nn.Sequential(nn.Linear(6, 32), nn.LeakyReLU(), nn.Linear(32, 8))


class RunningScale:
    def __init__(self):
        self.mean_square = torch.ones(())

    def __call__(self, error):
        self.mean_square = 0.95 * self.mean_square + 0.05 * error.detach().square().mean()
        return error / (self.mean_square + 1e-8).sqrt()


fixed, student, scale = embed().eval(), embed(), RunningScale()
for p in fixed.parameters():
    p.requires_grad_(False)
opt = torch.optim.AdamW(student.parameters(), lr=1e-3, foreach=True)
for it in range(12):
    obs = torch.randn(48, 6)
    novelty = (student(obs) - fixed(obs)).pow(2).mean(-1)
    loss = scale(novelty).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(float(loss))
