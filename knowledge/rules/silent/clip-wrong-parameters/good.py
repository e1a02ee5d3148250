"""PPO-style updates from one list of parameters that optimizer and clipping share."""
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 3))
parameters = list(policy.parameters())
optimizer = torch.optim.Adam(parameters, lr=3e-4)
obs, action = torch.randn(128, 4), torch.randint(0, 3, (128,))
advantage = 20.0 * torch.randn(128)
with torch.no_grad():
    old_log_prob = Categorical(logits=policy(obs)).log_prob(action)

for epoch in range(5):
    ratio = (Categorical(logits=policy(obs)).log_prob(action) - old_log_prob).exp()
    loss = -torch.min(ratio * advantage, ratio.clamp(0.8, 1.2) * advantage).mean()
    optimizer.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(parameters, 0.5)
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}, gradient norm {norm.item():.4f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
    assert norm > 0.0
