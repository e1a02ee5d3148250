"""Attitude regression: the network predicts a rotation vector, the loss compares rotated points."""
import numpy as np
import torch
from torch import nn

torch.manual_seed(3)
rng = np.random.default_rng(3)
POINTS = rng.normal(size=(8, 3))


class PoseNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(24, 64), nn.ReLU())
        self.head = nn.Linear(64, 3)

    def forward(self, cloud):
        return self.head(self.features(cloud.flatten(1)))


def rotate(rotvec, points):
    angle = np.linalg.norm(rotvec) + 1e-9
    axis = rotvec / angle
    parallel = np.outer(points @ axis, axis)
    return parallel + np.cos(angle) * (points - parallel) + np.sin(angle) * np.cross(axis, points)


def make_batch(n):
    r = rng.normal(size=(n, 3)) * 0.5
    clouds = np.stack([rotate(v, POINTS) for v in r])
    return torch.tensor(clouds, dtype=torch.float32)


net = PoseNet()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
criterion = nn.SmoothL1Loss()
for step in range(3):
    clouds = make_batch(16)
    rotvecs = net(clouds)
    predicted = [rotate(v, POINTS) for v in rotvecs.detach().cpu().numpy()]  # expect: numpy-roundtrip
    predicted = torch.tensor(np.array(predicted), dtype=torch.float32)
    loss = criterion(predicted, clouds)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
