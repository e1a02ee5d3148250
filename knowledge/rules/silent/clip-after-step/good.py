"""Behaviour cloning of a reaching controller, gradients limited to a norm of 0.1."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(6, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
states = torch.randn(128, 6)
commands = 5.0 * torch.stack([states[:, 0] - states[:, 2], states[:, 1] - states[:, 3]], dim=1)

for epoch in range(5):
    before = nn.utils.parameters_to_vector(policy.parameters()).detach()
    for batch, target in zip(states.split(32), commands.split(32)):
        loss = F.mse_loss(policy(batch), target)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(policy.parameters(), max_norm=0.1)
        optimizer.step()
    moved = (nn.utils.parameters_to_vector(policy.parameters()).detach() - before).norm()
    print(f"epoch {epoch}: loss {loss.item():.3f}, moved {moved.item():.3f} of at most {4 * 0.1 * 0.1:.3f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
    assert moved < 0.041
