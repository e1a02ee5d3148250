"""Train a reward model on pairs of trajectories: the preferred one should score higher."""
import torch
from torch import nn
from torch.nn import functional as F


def score(reward_model, trajectory):
    per_step = reward_model(trajectory)
    return per_step.sum(dim=1).squeeze(1)


torch.manual_seed(0)
reward_model = nn.Sequential(nn.Linear(6, 32), nn.Tanh(), nn.Linear(32, 1, bias=False))
optimizer = torch.optim.Adam(reward_model.parameters(), lr=1e-3)
preferred, rejected = torch.randn(32, 10, 6) + 0.3, torch.randn(32, 10, 6)

for epoch in range(5):
    margin = score(reward_model, preferred) - score(reward_model, rejected)
    loss = -F.logsigmoid(margin).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.inference_mode():
        accuracy = (margin > 0).float().mean().item()
    print(f"epoch {epoch}: loss {loss.item():.4f}, accuracy {accuracy:.2f}")

for name, parameter in reward_model.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
