"""A grasp policy on features of a pretrained encoder, which comes from a checkpoint and stays frozen."""
import io

import torch
from torch import nn
from torch.nn import functional as F


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(1, 4, 3, stride=2), nn.ReLU(), nn.Conv2d(4, 8, 3, stride=2), nn.ReLU(), nn.Flatten()
        )

    def forward(self, images):
        return self.layers(images)


class GraspPolicy(nn.Module):
    def __init__(self, encoder, features):
        super().__init__()
        self.encoder = encoder.requires_grad_(False)
        self.head = nn.Sequential(nn.Linear(features, 32), nn.ReLU(), nn.Linear(32, 3))

    def train(self, mode=True):
        super().train(mode)
        self.encoder.eval()
        return self

    def forward(self, images):
        with torch.no_grad():
            features = self.encoder(images)
        return self.head(features)


def checkpoint():
    """What an earlier project left behind."""
    stored = io.BytesIO()
    torch.save(Encoder().state_dict(), stored)
    stored.seek(0)
    return stored


def pictures(count):
    """Blobs, and where their centres are: the pose to grasp at."""
    centre = 4.0 + 8.0 * torch.rand(count, 2)
    rows, columns = torch.meshgrid(torch.arange(16.0), torch.arange(16.0), indexing="ij")
    distance = (rows - centre[:, :1, None]).square() + (columns - centre[:, 1:, None]).square()
    pose = torch.cat([centre / 16.0, (centre[:, :1] > centre[:, 1:]).float()], dim=1)
    return torch.exp(-distance / 8.0)[:, None], pose


torch.manual_seed(0)
encoder = Encoder()
encoder.load_state_dict(torch.load(checkpoint()))
policy = GraspPolicy(encoder, features=encoder(torch.zeros(1, 1, 16, 16)).shape[1]).train()
optimizer = torch.optim.Adam((p for p in policy.parameters() if p.requires_grad), lr=3e-3)
images, poses = pictures(128)
for epoch in range(10):
    for batch, target in zip(images.split(32), poses.split(32)):
        loss = F.smooth_l1_loss(policy(batch), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    frozen = all(parameter.grad is None for parameter in policy.encoder.parameters())
    if epoch % 3 == 0:
        print(f"epoch {epoch}: loss {loss.item():.4f}, encoder untouched: {frozen}")
