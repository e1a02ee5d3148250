"""PPO on one batch; the log-probabilities of the acting policy are computed from the stored actions."""
import torch
from torch import nn
from torch.distributions import Independent, Normal


class GaussianPolicy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(6, 32), nn.Tanh(), nn.Linear(32, 2))
        self.log_std = nn.Parameter(torch.full((2,), -0.5))

    def forward(self, obs):
        return Independent(Normal(self.mean(obs), self.log_std.exp()), 1)

    def evaluate(self, obs, action):
        dist = self(obs)
        return dist.log_prob(action), dist.entropy().mean()


torch.manual_seed(0)
policy = GaussianPolicy()
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)
obs = torch.randn(64, 6)
with torch.no_grad():
    action = policy(obs).sample()
    advantage = -(action - obs[:, :2]).square().sum(dim=1)
    advantage = (advantage - advantage.mean()) / advantage.std()

for epoch in range(5):
    log_prob, entropy = policy.evaluate(obs, action)
    old_log_prob = policy(obs).log_prob(action)  # expect: stale-log-prob
    ratio = torch.exp(log_prob - old_log_prob)
    loss = -torch.min(ratio * advantage, torch.clamp(ratio, 0.8, 1.2) * advantage).mean() - 1e-3 * entropy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    norm = policy.mean[0].weight.grad.norm().item()
    print(f"epoch {epoch}: largest ratio {ratio.max().item():.5f}, gradient norm of the mean {norm:.5f}")
