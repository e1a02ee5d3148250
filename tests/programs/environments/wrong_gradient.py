"""A spring whose custom function has a backward that forgets a factor."""

import torch


class Spring(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return gradient * x**2


class Oscillator:
    action_dim = 1

    def reset(self):
        self.x = torch.tensor([0.9])
        self.v = torch.tensor([0.3])
        return torch.cat([self.x, self.v])

    def step(self, action):
        pull = Spring.apply(self.x)
        self.v = self.v + 0.1 * (action - 2.0 * pull)
        self.x = self.x + 0.1 * self.v
        return torch.cat([self.x, self.v]), -self.x.pow(2).sum(), False, {}
