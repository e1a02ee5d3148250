"""PPO epochs whose log shows the gradient norm with and without clipping."""
import torch
from torch import nn
from torch.distributions import Categorical


def grad_norm(module):
    norms = [parameter.grad.norm() for parameter in module.parameters() if parameter.grad is not None]
    return torch.stack(norms).norm().item() if norms else 0.0


def update(max_grad_norm=None):
    ratio = (Categorical(logits=net(obs)).log_prob(action) - old_log_prob).exp()
    loss = -torch.min(ratio * advantage, ratio.clamp(0.8, 1.2) * advantage).mean()
    optimizer.zero_grad()
    loss.backward()
    if max_grad_norm is not None:
        norm = nn.utils.clip_grad_norm_(net.parameters(), max_grad_norm).item()
    optimizer.step()
    if max_grad_norm is None:
        norm = grad_norm(net)
    return norm


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 3))
optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)
obs, action, advantage = torch.randn(128, 4), torch.randint(0, 3, (128,)), torch.randn(128)
with torch.no_grad():
    old_log_prob = Categorical(logits=net(obs)).log_prob(action)

for epoch in range(3):
    print(f"epoch {epoch}: gradient norm {update(max_grad_norm=0.5):.4f} with clipping")
for epoch in range(3, 6):
    print(f"epoch {epoch}: gradient norm {update():.4f} without clipping")

for name, parameter in net.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
