"""Model-based control: a world model and a policy, each with an optimizer."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
world = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 3))
policy = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
world_optimizer = torch.optim.Adam(world.parameters(), lr=3e-3)
policy_optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)
state, force = torch.randn(64, 3), torch.randn(64, 1)
following = 0.9 * state + 0.1 * force

for update in range(5):
    world_loss = F.mse_loss(world(torch.cat([state, force], dim=1)), following)
    world_optimizer.zero_grad()
    world_loss.backward()
    world_optimizer.step()

    world.requires_grad_(False)
    policy_loss = world(torch.cat([state, policy(state)], dim=1)).square().mean()
    policy_optimizer.zero_grad()
    policy_loss.backward()  # expect: step-missing
    world_optimizer.step()
    world.requires_grad_(True)
    print(f"update {update}: world loss {world_loss.item():.4f}, policy loss {policy_loss.item():.4f}")
