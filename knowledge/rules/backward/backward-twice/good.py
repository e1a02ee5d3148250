"""Clone a long demonstration with a recurrent policy: one update for every 12 steps, the memory is kept."""
import torch
from torch import nn
from torch.nn import functional as F

WINDOW = 12


class RecurrentPolicy(nn.Module):
    def __init__(self):
        super().__init__()
        self.memory = nn.GRU(3, 32)
        self.action = nn.Linear(32, 1)

    def forward(self, obs, hidden):
        features, hidden = self.memory(obs, hidden)
        return torch.tanh(self.action(features)), hidden


torch.manual_seed(0)
time = torch.linspace(0, 20, 121)
readings = torch.stack([time.sin(), time.cos(), (2 * time).sin()], dim=1).unsqueeze(1)
demonstration = (time + 0.4).sin().reshape(-1, 1, 1)

policy = RecurrentPolicy()
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)
hidden = torch.zeros(1, 1, 32)

for start in range(0, 120, WINDOW):
    window = slice(start, start + WINDOW)
    action, hidden = policy(readings[window], hidden.detach())
    loss = F.mse_loss(action, demonstration[window])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {start}: loss {loss.item():.4f}, last action {action[-1].item():.3f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
