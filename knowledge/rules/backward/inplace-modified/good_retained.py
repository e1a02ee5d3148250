"""World model and policy on the same latent code: each has its own loss and its own optimizer."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(5, 32), nn.ELU(), nn.Linear(32, 8))
model = nn.Sequential(nn.Linear(8, 32), nn.ELU(), nn.Linear(32, 5))
policy = nn.Sequential(nn.Linear(8, 32), nn.ELU(), nn.Linear(32, 2))
model_optimizer = torch.optim.Adam([*encoder.parameters(), *model.parameters()], lr=1e-3)
policy_optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)

for batch in range(4):
    obs, expert_action = torch.randn(32, 5), torch.rand(32, 2)
    latent = encoder(obs)
    model_loss = F.mse_loss(model(latent), obs.roll(1, dims=1))
    policy_loss = F.mse_loss(policy(latent), expert_action)

    model_optimizer.zero_grad()
    policy_optimizer.zero_grad()
    model_loss.backward(retain_graph=True)
    policy_loss.backward()
    model_optimizer.step()
    policy_optimizer.step()
    print(f"batch {batch}: model {model_loss.item():.4f}, policy {policy_loss.item():.4f}")

for name, parameter in [*encoder.named_parameters(), *model.named_parameters(), *policy.named_parameters()]:
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
