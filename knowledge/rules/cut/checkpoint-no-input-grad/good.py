"""Save memory in a long trajectory encoder with activation checkpointing."""
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class TrajectoryModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Sequential(nn.Linear(8, 8), nn.Tanh()) for _ in range(3))

    def forward(self, steps):
        for block in self.blocks:
            steps = checkpoint(block, steps, use_reentrant=False)
        return steps


torch.manual_seed(0)
model = TrajectoryModel()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
recorded = torch.randn(64, 50, 8).tanh()

for epoch in range(3):
    predicted = model(recorded[:, :-1])
    loss = (predicted - recorded[:, 1:]).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}")

for name, parameter in model.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
