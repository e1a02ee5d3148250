"""SAC-like learner on camera features: an encoder shared by actor and critic, trained by the critic's loss."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(24, 32), nn.ReLU())
policy = nn.Sequential(nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, 2), nn.Tanh())
critic = nn.Sequential(nn.Linear(34, 32), nn.ReLU(), nn.Linear(32, 1))
policy_optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
trained = [*encoder.parameters(), *critic.parameters()]
critic_optimizer = torch.optim.Adam(trained, lr=1e-3)

for update in range(5):
    image, action, target = torch.randn(32, 24), torch.rand(32, 2), torch.randn(32, 1)
    features = encoder(image)
    policy_loss = -critic(torch.cat([features.detach(), policy(features.detach())], dim=1)).mean()
    policy_optimizer.zero_grad()
    policy_loss.backward()
    policy_optimizer.step()

    critic_loss = F.mse_loss(critic(torch.cat([features, action], dim=1)), target)
    encoder.zero_grad()
    critic.zero_grad()
    critic_loss.backward()
    critic_optimizer.step()
    print(f"update {update}: critic loss {critic_loss.item():.3f}, policy loss {policy_loss.item():.3f}")

for network in (encoder, policy, critic):
    for name, parameter in network.named_parameters():
        assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
        assert any(parameter is held for held in [*trained, *policy.parameters()]), name
