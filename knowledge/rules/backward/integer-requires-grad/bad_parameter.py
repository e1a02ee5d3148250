"""A policy over discrete set-points whose spacing is learned: the set-points are parameters of the network."""
import numpy as np
import torch
from torch import nn

LEVELS = torch.from_numpy(np.arange(-2, 3))


class SetPoints(nn.Module):
    def __init__(self):
        super().__init__()
        self.logits = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, len(LEVELS)))
        self.levels = nn.Parameter(LEVELS)  # raises: RuntimeError: Only Tensors  # expect: integer-requires-grad

    def forward(self, obs):
        return self.logits(obs).softmax(dim=-1) @ self.levels


torch.manual_seed(0)
policy = SetPoints()
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
for epoch in range(4):
    obs = torch.randn(64, 3)
    loss = (policy(obs) - 2.5 * torch.tanh(obs[:, 0])).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}, levels {policy.levels.detach().tolist()}")
