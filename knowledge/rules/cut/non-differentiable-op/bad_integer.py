"""Aim a camera at bright spots: the network names a pixel, the loss is how dark the image is there."""
import torch
from torch import nn

torch.manual_seed(0)
aim = nn.Sequential(nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 2), nn.Sigmoid())
optimizer = torch.optim.Adam(aim.parameters(), lr=1e-2)
axis = torch.linspace(-1, 1, 21)
image = torch.exp(-2 * (axis[:, None].square() + axis[None, :].square()))

for iteration in range(5):
    cue = torch.randn(16, 2)
    target = aim(cue)
    pixel = (20 * target).long()  # expect: non-differentiable-op
    brightness = image[pixel[:, 1], pixel[:, 0]]
    loss = 1.0 - brightness.mean()
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
    optimizer.step()
    print(f"iteration {iteration}: loss {loss.item():.4f}, first pixel {(20 * target[0]).long().tolist()}")
