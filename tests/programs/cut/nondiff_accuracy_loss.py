"""Sensor fault classifier; the 'loss' is one minus the accuracy."""
import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(0)
rng = np.random.default_rng(0)


class FaultNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(2, 8, 5, padding=2)
        self.fc = nn.Linear(8, 3)

    def forward(self, x):
        return self.fc(torch.relu(self.conv(x)).mean(-1))


def make(n):
    y = rng.integers(0, 3, n)
    x = rng.normal(size=(n, 2, 30)) + y[:, None, None]
    return torch.tensor(x, dtype=torch.float32), torch.tensor(y)


def loss_fn(logits, labels):
    probs = torch.softmax(logits, dim=1)
    confidence, predicted = probs.max(dim=1)  # expect: non-differentiable-op
    hits = (predicted == labels).float()
    return 1.0 - hits.mean(), confidence.mean()


model = FaultNet()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
for epoch in range(3):
    for _ in range(2):
        x, y = make(16)
        loss, conf = loss_fn(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(epoch, loss.item(), conf.item())
