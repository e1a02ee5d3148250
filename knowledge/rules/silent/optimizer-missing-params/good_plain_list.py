"""A dynamics model with an ensemble of output heads."""
import torch
from torch import nn
from torch.nn import functional as F


class Ensemble(nn.Module):
    def __init__(self, members=4):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(5, 32), nn.ReLU())
        self.heads = nn.ModuleList(nn.Linear(32, 3) for _ in range(members))

    def forward(self, x):
        features = self.trunk(x)
        return torch.stack([head(features) for head in self.heads])


torch.manual_seed(0)
model = Ensemble()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
state_action, next_state = torch.randn(64, 5), torch.randn(64, 3)

for epoch in range(5):
    prediction = model(state_action)
    loss = F.mse_loss(prediction, next_state.expand_as(prediction))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}, spread {prediction.std(dim=0).mean().item():.3f}")

for network in (model.trunk, *model.heads):
    for name, parameter in network.named_parameters():
        assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
        assert any(parameter is held for held in optimizer.param_groups[0]["params"]), name
