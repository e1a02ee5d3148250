"""PPO epochs with clipping as an option that is switched off."""
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
max_grad_norm = None
policy = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)
obs, action, advantage = torch.randn(128, 4), torch.randint(0, 2, (128,)), torch.randn(128)
with torch.no_grad():
    old_log_prob = Categorical(logits=policy(obs)).log_prob(action)

for epoch in range(5):
    ratio = (Categorical(logits=policy(obs)).log_prob(action) - old_log_prob).exp()
    loss = -torch.min(ratio * advantage, ratio.clamp(0.8, 1.2) * advantage).mean()
    optimizer.zero_grad()
    loss.backward()  # expect: step-missing
    if max_grad_norm is not None:
        nn.utils.clip_grad_norm_(policy.parameters(), max_grad_norm)
        optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.5f}, largest ratio {ratio.max().item():.5f}")
