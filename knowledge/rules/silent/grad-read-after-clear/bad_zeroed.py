"""A critic whose largest gradient element is collected for a plot; gradients are set to zero, not to None."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(5, 32), nn.ReLU(), nn.Linear(32, 1))
optimizer = torch.optim.SGD(critic.parameters(), lr=0.05)
history = []

for update in range(5):
    obs = torch.randn(64, 5)
    loss = F.mse_loss(critic(obs), obs.sum(dim=1, keepdim=True))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=False)
    history.append(critic[0].weight.grad.abs().max().item())  # expect: grad-read-after-clear
    print(f"update {update}: loss {loss.item():.4f}, largest gradient element {history[-1]:.4f}")
