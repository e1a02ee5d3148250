"""Contrastive learning of camera and joint embeddings: every sample is compared with every other, on purpose."""
import torch
from torch import nn
from torch.nn import functional as F


class Embedding(nn.Module):
    def __init__(self, inputs):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(inputs, 48), nn.ReLU(), nn.Linear(48, 8))

    def forward(self, x):
        return F.normalize(self.layers(x), dim=1)


class TwoViews(nn.Module):
    def __init__(self):
        super().__init__()
        self.camera, self.joints = Embedding(20), Embedding(6)
        self.log_scale = nn.Parameter(torch.tensor(1.5))

    def forward(self, camera, joints):
        return self.log_scale.exp() * self.camera(camera) @ self.joints(joints).T


def views(count, mixing):
    joints = torch.randn(count, 6)
    camera = torch.tanh(joints @ mixing) + 0.05 * torch.randn(count, 20)
    return camera, joints


def spread(embedding):
    """Mean distance of all pairs: (N, 1, D) against (1, N, D)."""
    return (embedding[:, None] - embedding[None]).norm(dim=2).mean()


def distance_loss(embedding, joints):
    """Neighbours in joint space are to be neighbours in the embedding: two (N, N) matrices are compared."""
    order, place = joints[:, 0], embedding[:, 0]
    wanted = (order[:, None] - order[None, :]).abs()
    found = (place.unsqueeze(1) - place.unsqueeze(0)).abs()
    return F.mse_loss(found, torch.tanh(wanted))


torch.manual_seed(0)
mixing = torch.randn(6, 20)
model = TwoViews()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
for step in range(80):
    camera, joints = views(64, mixing)
    logits = model(camera, joints)
    labels = torch.arange(len(logits))
    contrast = 0.5 * (F.cross_entropy(logits, labels) + F.cross_entropy(logits.T, labels))
    loss = contrast + 0.05 * distance_loss(model.joints(joints), joints)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 20 == 19:
        right = (logits.argmax(dim=1) == labels).float().mean().item()
        with torch.no_grad():
            width = spread(model.camera(camera)).item()
        print(f"step {step + 1}: loss {loss.item():.4f}, right {right:.2f}, spread {width:.3f}")
