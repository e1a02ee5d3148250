"""An actor with discrete actions, trained on the return that a frozen world model imagines."""
import torch
from torch import nn
from torch.distributions import OneHotCategorical

torch.manual_seed(0)
world_model = nn.Sequential(nn.Linear(6 + 3, 32), nn.Tanh(), nn.Linear(32, 6)).requires_grad_(False)
reward_head = nn.Linear(6, 1).requires_grad_(False)
actor = nn.Sequential(nn.Linear(6, 32), nn.Tanh(), nn.Linear(32, 3))
optimizer = torch.optim.Adam(actor.parameters(), lr=3e-4)

for iteration in range(5):
    latent, imagined = torch.randn(16, 6), []
    for _ in range(5):
        dist = OneHotCategorical(logits=actor(latent))
        action = dist.sample()  # expect: sample-not-rsample
        latent = world_model(torch.cat([latent, action], dim=1))
        imagined.append(reward_head(latent).mean())
    loss = -torch.stack(imagined).sum()
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
    optimizer.step()
    print(f"iteration {iteration}: loss {loss.item():.4f}, entropy {dist.entropy().mean().item():.3f}")
