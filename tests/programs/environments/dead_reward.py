"""Observations keep their graph; one term of the reward is computed under no_grad."""

import torch


class Slider:
    action_shape = (3,)

    def reset(self):
        self.state = torch.full((3,), 0.2, dtype=torch.float32)
        return self.state

    def step(self, action):
        self.state = torch.sin(self.state) + 0.2 * action
        alive = (self.state.abs() < 3.0).all()
        with torch.no_grad():
            distance = (self.state - 1.0).pow(2).sum()
        effort = 0.05 * action.pow(2).sum()
        return self.state, -distance - effort, not bool(alive), {}
