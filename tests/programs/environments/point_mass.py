"""A point mass in torch, differentiable in every term."""

import torch


class PointMass:
    action_dim = 2

    def reset(self):
        self.position = torch.tensor([1.0, -0.5])
        self.velocity = torch.zeros(2)
        return self._observation()

    def step(self, action):
        self.velocity = 0.95 * self.velocity + 0.1 * torch.tanh(action)
        self.position = self.position + 0.1 * self.velocity
        reward = -self.position.pow(2).sum() - 0.1 * action.pow(2).sum()
        return self._observation(), reward, False, {"speed": self.velocity.detach().norm().item()}

    def _observation(self):
        return torch.cat([self.position, self.velocity])
