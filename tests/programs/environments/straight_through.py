"""A stepper motor that pretends: rounds forward, passes the gradient through."""

import torch


class Stepper:
    action_dim = 1

    def reset(self):
        self.angle = torch.tensor([0.1])
        return self.angle

    def step(self, action):
        ticks = (40 * action).round() / 40
        ticks = action + (ticks - action).detach()
        self.angle = 0.9 * self.angle + ticks
        return self.angle, -self.angle.pow(2).sum(), False, False, {}
