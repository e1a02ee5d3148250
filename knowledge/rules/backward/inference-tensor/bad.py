"""Train a small controller on the features of a camera network that is not trained."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
camera_net = nn.Sequential(nn.Conv2d(1, 4, 3, stride=2), nn.ReLU(), nn.Flatten(), nn.Linear(100, 16))
controller = nn.Sequential(nn.Linear(16, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(controller.parameters(), lr=1e-3)
images = torch.rand(64, 1, 12, 12)
commands = torch.stack([images.mean(dim=(1, 2, 3)), images.amax(dim=(1, 2, 3))], dim=1)

with torch.inference_mode():
    features = camera_net(images)  # expect: inference-tensor

for epoch in range(4):
    prediction = controller(features)  # raises: RuntimeError: Inference tensors cannot be saved for backward
    loss = F.mse_loss(prediction, commands)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.inference_mode():
        error = (controller(features) - commands).abs().mean()
    print(f"epoch {epoch}: loss {loss.item():.4f}, error {error.item():.4f}")
