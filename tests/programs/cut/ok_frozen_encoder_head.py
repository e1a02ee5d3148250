# healthy
"""Frozen, evaluated backbone under no_grad; only the head learns."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Conv2d(1, 4, 3, 2), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten())
        self.head = nn.Linear(4 * 7 * 7, 2)
        for p in self.backbone.parameters():
            p.requires_grad = False
        self.backbone.eval()

    def train(self, mode=True):
        super().train(mode)
        self.backbone.eval()
        return self

    def forward(self, x):
        with torch.no_grad():
            z = self.backbone(x)
        return self.head(z)


torch.manual_seed(0)
policy = Policy().train()
opt = torch.optim.Adam(filter(lambda p: p.requires_grad, policy.parameters()), lr=1e-3)
for it in range(3):
    x = torch.rand(8, 1, 16, 16)
    y = torch.stack([x.mean((1, 2, 3)), x.amax((1, 2, 3))], 1)
    loss = F.mse_loss(policy(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item(), policy(x).argmax(1).float().mean().item())
