"""Natural policy gradient: one step against the gradient, scaled by its own norm, on an actor-critic network."""
import torch
from torch import nn
from torch.distributions import Categorical


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 3))
        self.critic = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))


torch.manual_seed(0)
model = ActorCritic()
critic_optimizer = torch.optim.Adam(model.critic.parameters(), lr=1e-3)

for update in range(4):
    obs = torch.randn(64, 4)
    dist = Categorical(logits=model.actor(obs))
    action = dist.sample()
    returns = (action == obs[:, :3].argmax(dim=1)).float()
    values = model.critic(obs).squeeze(1)
    critic_loss = (values - returns).square().mean()
    critic_optimizer.zero_grad()
    critic_loss.backward()
    critic_optimizer.step()

    gain = (dist.log_prob(action) * (returns - values.detach())).mean()
    weights = list(model.actor.parameters())
    steps = torch.autograd.grad(gain, weights)
    norm = torch.stack([step.norm() for step in steps]).norm()
    with torch.no_grad():
        for weight, step in zip(weights, steps):
            weight += 0.1 * step / norm
            weight.grad = step
    print(f"update {update}: critic {critic_loss.item():.4f}, norm {norm.item():.4f}")

for name, parameter in model.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
