"""A recurrent dynamics model on padded episodes; a mask tells which steps are real."""
import torch
from torch import nn


class Dynamics(nn.Module):
    def __init__(self):
        super().__init__()
        self.memory, self.head = nn.GRU(3, 16, batch_first=True), nn.Linear(16, 3)

    def forward(self, states):
        return self.head(self.memory(states)[0])


torch.manual_seed(0)
model = Dynamics()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
states, seconds = torch.randn(8, 13, 3), 0.2 + 0.4 * torch.rand(8, 1)
steps = torch.arange(1, 13)
mask = (steps <= seconds).float()

for epoch in range(5):
    error = (model(states[:, :-1]) - states[:, 1:]).square().mean(dim=2)
    loss = (error * mask).sum() / mask.sum().clamp(min=1.0)  # expect: zero-gradients
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    norm = torch.stack([parameter.grad.norm() for parameter in model.parameters()]).norm().item()
    print(f"epoch {epoch}: loss {loss.item():.4f}, gradient norm {norm:.4f}")
