"""Takes a tensor, computes in NumPy, and hands out tensors again: no error, no gradient."""

import numpy as np
import torch


class Arm:
    act_dim = 2

    def reset(self, seed=None):
        self.q = np.array([0.3, -0.2])
        return torch.as_tensor(self.q)

    def step(self, action):
        torque = np.asarray(action.detach() if isinstance(action, torch.Tensor) else action)
        self.q = self.q + 0.05 * np.tanh(torque) - 0.02 * np.sin(self.q)
        reward = -float((self.q**2).sum())
        return torch.as_tensor(self.q), torch.tensor(reward), False, False, {}
