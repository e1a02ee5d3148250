"""What the simulator paid is added as it is; the log-probability carries the gradient."""

import numpy as np
import torch
from torch import nn

torch.manual_seed(0)


class Cart:
    """A simulator in NumPy."""

    def __init__(self) -> None:
        self.state = np.zeros(2)

    def reset(self):
        self.state = np.zeros(2)
        return self.state.astype(np.float32), {}

    def step(self, force):
        self.state = 0.9 * self.state + 0.1 * np.asarray(force)
        reward = -float(np.square(self.state - 1).sum())
        return self.state.astype(np.float32), reward, False, False, {}


policy = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
cart = Cart()
for _step in range(3):
    inputs = torch.randn(16, 2)
    wanted = inputs.flip(1)
    action = policy(torch.as_tensor(cart.reset()[0]))
    dist = torch.distributions.Normal(policy(inputs[0]), 1.0)
    drawn = dist.sample()
    observation, reward, *_ = cart.step(drawn.numpy())
    log_prob = dist.log_prob(drawn).sum()
    loss = -log_prob * reward - reward + 0.01 * torch.as_tensor(observation).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
