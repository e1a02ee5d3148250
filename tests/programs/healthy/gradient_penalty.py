"""A discriminator of gaits with a gradient penalty, and a policy rewarded by it: autograd.grad beside backward()."""
import torch
from torch import nn
from torch.distributions import Normal

STATE, ACTION = 6, 2


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(STATE + ACTION, 48), nn.ELU(), nn.Linear(48, 1))

    def forward(self, state, action):
        return self.layers(torch.cat([state, action], dim=1)).squeeze(1)

    def penalty(self, state, action):
        x = torch.cat([state, action], dim=1).requires_grad_(True)
        score = self.layers(x)
        (slope,) = torch.autograd.grad(score.sum(), x, create_graph=True)
        return (slope.norm(dim=1) - 1.0).square().mean()


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(STATE, 48), nn.Tanh(), nn.Linear(48, ACTION))
        self.log_std = nn.Parameter(torch.full((ACTION,), -0.5))

    def forward(self, state):
        return Normal(self.mean(state), self.log_std.exp())


def expert(state):
    return torch.tanh(state[:, :ACTION] - state[:, ACTION : 2 * ACTION])


torch.manual_seed(0)
policy, discriminator = Policy(), Discriminator()
policy_optimizer = torch.optim.Adam(policy.parameters(), lr=2e-3)
discriminator_optimizer = torch.optim.Adam(discriminator.parameters(), lr=2e-3)
for step in range(90):
    state = torch.randn(64, STATE)
    dist = policy(state)
    action = dist.sample()

    real, fake = discriminator(state, expert(state)), discriminator(state, action)
    discriminator_loss = fake.mean() - real.mean() + 2.0 * discriminator.penalty(state, action)
    discriminator_optimizer.zero_grad()
    discriminator_loss.backward()
    discriminator_optimizer.step()

    with torch.no_grad():
        reward = discriminator(state, action)
        advantage = (reward - reward.mean()) / (reward.std() + 1e-8)
    policy_loss = -(dist.log_prob(action).sum(dim=1) * advantage).mean() - 0.01 * dist.entropy().sum(dim=1).mean()
    policy_optimizer.zero_grad()
    policy_loss.backward()
    policy_optimizer.step()
    if step % 30 == 29:
        error = (dist.mean - expert(state)).abs().mean().item()
        print(f"step {step + 1}: discriminator {discriminator_loss.item():.4f}, policy error {error:.4f}")
