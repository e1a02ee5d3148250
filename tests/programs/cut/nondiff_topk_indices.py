"""Keypoint selection: the loss is computed from the *positions* of the best k scores."""
import torch
from torch import nn

torch.manual_seed(0)


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv1d(1, 8, 7, padding=3), nn.ReLU(), nn.Conv1d(8, 1, 7, padding=3))

    def forward(self, scan):
        return self.net(scan.unsqueeze(1)).squeeze(1)


def keypoints(score, k=3):
    _, where = torch.topk(score, k, dim=-1)  # expect: non-differentiable-op
    return where.float().sort(-1).values


det = Detector()
optim = torch.optim.Adam(det.parameters(), lr=1e-3)
for it in range(3):
    centers = torch.randint(5, 55, (8, 3)).float().sort(-1).values
    axis = torch.arange(60).float()
    scan = torch.exp(-0.5 * (axis - centers[..., None]) ** 2).sum(1) + 0.05 * torch.randn(8, 60)
    loss = nn.functional.l1_loss(keypoints(det(scan)), centers)
    optim.zero_grad()
    loss.backward()
    optim.step()
    print(it, loss.item())
