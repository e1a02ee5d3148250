"""Three runs of behaviour cloning with the same learner, each from fresh weights."""
import torch
from torch import nn
from torch.nn import functional as F


class Policy(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(6, 32), nn.Tanh(), nn.Linear(32, 2))


torch.manual_seed(0)
policy = Policy()
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
states, commands = torch.randn(64, 6), torch.randn(64, 2)

for trial in range(3):
    policy = Policy()
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
    for epoch in range(4):
        loss = F.mse_loss(policy(states), commands)
        policy.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"trial {trial}, epoch {epoch}: loss {loss.item():.4f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
    assert any(parameter is held for held in optimizer.param_groups[0]["params"]), name
