"""A recurrent model of a swinging arm, with every gradient element limited."""
import torch
from torch import nn


class ArmModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(2, 16)
        self.head = nn.Linear(16, 2)

    def forward(self, states):
        hidden, loss = torch.zeros(states.shape[1], 16), 0.0
        for now, following in zip(states[:-1], states[1:]):
            hidden = self.cell(now, hidden)
            loss = loss + (self.head(hidden) - following).square().mean()
        return loss


torch.manual_seed(0)
angle = torch.linspace(0, 9, 40)[:, None] + torch.rand(1, 8)
states = torch.stack([angle.sin(), angle.cos()], dim=2)
model = ArmModel()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)

for epoch in range(5):
    optimizer.zero_grad(set_to_none=False)
    loss = model(states)
    loss.backward()
    for parameter in model.parameters():
        if parameter.grad is not None:
            parameter.grad.clamp_(-0.05, 0.05)
    largest = max(parameter.grad.abs().max().item() for parameter in model.parameters())
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.3f}, largest gradient element {largest:.3f}")

for name, parameter in model.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
    assert parameter.grad.abs().max() < 0.051, name
