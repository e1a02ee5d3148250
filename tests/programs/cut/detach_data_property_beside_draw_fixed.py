# healthy
"""Entropy-regularised bandit; the probabilities come from a property that works on .data."""
import torch
from torch import nn


class Preferences(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.h = nn.Parameter(torch.randn(n) * 0.1)
        self.temperature = 1.0

    @property
    def logits(self):
        return self.h / self.temperature

    @property
    def probs(self):
        return self.logits.softmax(-1)

    def entropy(self):
        p = self.probs
        return -(p * p.log()).sum()


class Arms:
    def __init__(self, means, seed):
        self.means, self.g = torch.tensor(means), torch.Generator().manual_seed(seed)

    def pull(self, k):
        return self.means[k] + 0.1 * torch.randn((), generator=self.g)


def step(prefs, arms, opt, baseline):
    with torch.no_grad():
        k = torch.multinomial(prefs.probs, 1).item()
    r = arms.pull(k)
    objective = prefs.probs[k].log() * (r - baseline) + 0.01 * prefs.entropy()
    opt.zero_grad()
    (-objective).backward()
    opt.step()
    return float(r)


torch.manual_seed(0)
prefs, arms, baseline = Preferences(4), Arms([0.1, 0.4, 0.2, 0.9], 1), 0.0
opt = torch.optim.SGD(prefs.parameters(), 0.1)
for t in range(20):
    baseline += 0.1 * (step(prefs, arms, opt, baseline) - baseline)
print(prefs.probs.tolist())
