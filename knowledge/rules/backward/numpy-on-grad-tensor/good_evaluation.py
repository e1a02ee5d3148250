"""Track a sine with a small network; every second epoch the prediction is drawn as a line of characters."""
import numpy as np
import torch
from torch import nn

LEVELS = np.array(list(" .:-=+*#"))


def draw(curve):
    curve = curve.squeeze().numpy()
    heights = np.clip((curve + 1) / 2 * (len(LEVELS) - 1), 0, len(LEVELS) - 1)
    return "".join(LEVELS[heights.astype(int)])


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(1, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
time = torch.linspace(-3, 3, 48).unsqueeze(1)
print("      goal", draw(time.sin()))

for epoch in range(5):
    prediction = net(time)
    loss = (prediction - time.sin()).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if epoch % 2 == 0:
        print(f"{loss.item():10.4f}", draw(prediction.detach()))

for name, parameter in net.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
