"""PPO for a six-jointed arm whose commands are squashed by tanh; raw returns serve as advantages."""
import torch
from torch import nn
from torch.distributions import Normal


def log_probability(dist, raw):
    return (dist.log_prob(raw) - (1.0 - raw.tanh().square() + 1e-6).log()).sum(dim=1)


torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(8, 32), nn.Tanh(), nn.Linear(32, 6))
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)
obs = torch.randn(64, 8)
with torch.no_grad():
    behaviour = Normal(policy(obs), 0.8)
    raw = behaviour.sample()
    old_log_prob = log_probability(behaviour, raw)
    advantage = 3.0 - (raw.tanh() - 0.2).square().mean(dim=1)

for epoch in range(5):
    ratio = (log_probability(Normal(policy(obs), 0.8), raw) - old_log_prob).exp()
    surrogate = torch.min(ratio * advantage, ratio.clamp(0.8, 1.2) * advantage)
    loss = -surrogate.mean()
    optimizer.zero_grad()
    loss.backward()
    norm = torch.stack([parameter.grad.norm() for parameter in policy.parameters()]).norm().item()
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}, smallest ratio {ratio.min().item():.3f}, gradient norm {norm:.4f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
