"""Differentiable, but noise is drawn from a generator that no seed reaches."""

import random

import torch

_NOISE = random.SystemRandom()


class Windy:
    action_dim = 1

    def __init__(self):
        self.handle = open(__file__)  # cannot be copied

    def reset(self):
        self.x = torch.zeros(1)
        return self.x

    def step(self, action):
        self.x = self.x + 0.1 * action + 0.01 * _NOISE.random()
        return self.x, -self.x.pow(2).sum(), False, {}
