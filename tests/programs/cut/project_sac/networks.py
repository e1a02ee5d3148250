import torch
import torch.nn as nn
from torch.distributions import Normal


def build_mlp(sizes, activation=nn.ReLU):
    layers = []
    for i in range(len(sizes) - 1):
        layers.append(nn.Linear(sizes[i], sizes[i + 1]))
        if i < len(sizes) - 2:
            layers.append(activation())
    return nn.Sequential(*layers)


class SquashedGaussian(nn.Module):
    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.body = build_mlp([obs_dim, 32, 2 * act_dim])

    def distribution(self, obs):
        mean, log_std = self.body(obs).chunk(2, dim=-1)
        return Normal(mean, log_std.clamp(-5, 2).exp())

    def forward(self, obs):
        dist = self.distribution(obs)
        raw = dist.sample()  # expect: sample-not-rsample
        return torch.tanh(raw)

    @torch.no_grad()
    def act(self, obs):
        return torch.tanh(self.distribution(obs).mean).numpy()
