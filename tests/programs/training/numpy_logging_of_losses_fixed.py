# healthy
"""Behaviour cloning with epoch statistics kept in a dict of lists."""
from collections import defaultdict

import numpy as np
import torch
from torch import nn

torch.manual_seed(12)
policy = nn.Sequential(nn.Linear(4, 24), nn.GELU(), nn.Linear(24, 2))
opt = torch.optim.SGD(policy.parameters(), lr=0.05, nesterov=True, momentum=0.9)
data = torch.randn(256, 4)
labels = (data[:, 2] > 0).long()
stats = defaultdict(list)


def epoch():
    for chunk in torch.randperm(256).split(64):
        logits = policy(data[chunk])
        loss = nn.functional.cross_entropy(logits, labels[chunk])
        opt.zero_grad()
        loss.backward()
        opt.step()
        stats["loss"].append(loss.item())
        stats["accuracy"].append((logits.argmax(-1) == labels[chunk]).float().mean().item())


for e in range(3):
    epoch()
    print({name: np.mean(values[-4:]) for name, values in stats.items()})
