"""Keeps the graph, and spoils it: a value that backward needs is changed in place."""

import torch


class Spoiled:
    action_dim = 2

    def reset(self):
        self.state = torch.zeros(2)
        return self.state

    def step(self, action):
        grown = (self.state + action).exp()
        self.state = 0.5 * grown
        grown.mul_(2.0)
        return self.state, grown.sum(), False, {}
