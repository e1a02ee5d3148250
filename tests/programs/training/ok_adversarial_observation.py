# healthy
"""Trains a policy on observations perturbed by FGSM; the attack leaves gradients in the policy that are then cleared."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(62)
policy = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 2))
opt = torch.optim.Adam(policy.parameters(), lr=3e-3)


def attack(x, y, eps=0.1):
    x = x.clone().requires_grad_(True)
    F.cross_entropy(policy(x), y).backward()
    return (x + eps * x.grad.sign()).detach()


for it in range(25):
    x = torch.randn(64, 4)
    y = (x[:, 0] + x[:, 2] > 0).long()
    hard = attack(x, y)
    opt.zero_grad()
    loss = 0.5 * F.cross_entropy(policy(x), y) + 0.5 * F.cross_entropy(policy(hard), y)
    loss.backward()
    opt.step()
print("loss", loss.item())
