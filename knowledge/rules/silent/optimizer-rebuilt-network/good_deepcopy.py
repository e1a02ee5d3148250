"""Evolve-and-refine: keep the best of four candidate actors, then refine it by gradient descent."""
import copy

import torch
from torch import nn
from torch.nn import functional as F


def reset_weights(module):
    if isinstance(module, nn.Linear):
        nn.init.orthogonal_(module.weight)
        nn.init.zeros_(module.bias)


def score(actor):
    with torch.no_grad():
        return F.mse_loss(actor(states), commands).item()


torch.manual_seed(0)
states, commands = torch.randn(64, 4), torch.randn(64, 1)
actor = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(actor.parameters(), lr=1e-2)
actor.apply(reset_weights)

candidates = [copy.deepcopy(actor).apply(reset_weights) for _ in range(4)]
best = min(candidates, key=score)
actor.load_state_dict(best.state_dict())

for epoch in range(5):
    loss = F.mse_loss(actor(states), commands)
    actor.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}")

for name, parameter in actor.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
    assert any(parameter is held for held in optimizer.param_groups[0]["params"]), name
