"""PPO-like update on a fixed batch; the loss is averaged over minibatches."""
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-4)
obs, actions, advantages = torch.randn(64, 4), torch.randn(64, 1), torch.randn(64, 1)
with torch.no_grad():
    old_log_probs = Normal(policy(obs), 1.0).log_prob(actions)

for epoch in range(4):
    losses = []
    for index in torch.arange(64).split(16):
        ratio = (Normal(policy(obs[index]), 1.0).log_prob(actions[index]) - old_log_probs[index]).exp()
        clipped = ratio.clamp(0.8, 1.2)
        losses.append(-torch.min(ratio * advantages[index], clipped * advantages[index]).mean())
    loss = torch.stack(losses).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():+.5f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
