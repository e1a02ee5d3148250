"""One action a loss: push a cart so that it lands on the mark."""
import numpy as np
import torch
from torch import nn


class Cart:
    def reset(self):
        self.place = np.zeros(2, dtype=np.float32)
        return self.place

    def step(self, force):
        self.place = (0.9 * self.place + np.clip(force, -1, 1)).astype(np.float32)
        return self.place, -float(np.abs(self.place).sum()), False, False, {}


torch.manual_seed(0)
cart, policy = Cart(), nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
mark = torch.tensor([0.3, -0.2])
for _ in range(4):
    force = policy(torch.as_tensor(cart.reset()) + 1.0)
    landed, _, _, _, _ = cart.step(force.detach().numpy())
    loss = (torch.as_tensor(landed) - mark).square().sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
