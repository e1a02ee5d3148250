"""Learn to grasp from pictures: an encoder is trained together with the head that predicts the gripper's pose."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
images = torch.rand(48, 1, 12, 12)
brightness = images.detach().mean(dim=(1, 2, 3))
poses = torch.stack([brightness, 1 - brightness, brightness.square()], dim=1)

encoder = nn.Sequential(nn.Conv2d(1, 4, 3, stride=2), nn.ReLU(), nn.Flatten(), nn.Linear(100, 16))
head = nn.Sequential(nn.Tanh(), nn.Linear(16, 3))
optimizer = torch.optim.Adam([*encoder.parameters(), *head.parameters()], lr=1e-3)

for epoch in range(5):
    features = encoder(images)
    prediction = head(features)
    loss = F.mse_loss(prediction, poses)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        worst = (prediction - poses).abs().max().item()
    print(f"epoch {epoch}: loss {loss.item():.4f}, worst error {worst:.3f}")

for name, parameter in [*encoder.named_parameters(), *head.named_parameters()]:
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
