"""The loss is sent back by a function that is handed it."""
import numpy as np
import torch
from torch import nn


class Cart:
    def step(self, force):
        self.place = 0.9 * np.asarray(force)
        return self.place, 0.0, False, False, {}


def learn(optimizer, send_back):
    optimizer.zero_grad()
    send_back()
    optimizer.step()


torch.manual_seed(0)
cart, policy = Cart(), nn.Linear(2, 2)
optimizer = torch.optim.SGD(policy.parameters(), lr=1e-2)
for _ in range(3):
    landed, _, _, _, _ = cart.step(policy(torch.ones(2)).tanh().round().detach().numpy())
    learn(optimizer, torch.as_tensor(landed).pow(3).sum().exp().backward)
