"""A cart in torch whose drag term leaves the graph."""

import torch


class Cart:
    action_dim = 1

    def reset(self):
        self.position = torch.tensor(0.5)
        self.velocity = torch.tensor(0.8)
        return torch.stack([self.position, self.velocity])

    def step(self, action):
        force = 3.0 * action.squeeze()
        drag = 0.4 * float(self.velocity.detach()) ** 2  # a number: no graph
        self.velocity = self.velocity + 0.1 * (force - drag)
        self.position = self.position + 0.1 * self.velocity
        reward = -self.position**2 - 0.01 * force**2
        info = {"speed": self.velocity.item()}
        return torch.stack([self.position, self.velocity]), reward, False, info
