import torch
from torch import nn


class LatentModel(nn.Module):
    def __init__(self, latent=8, act=2):
        super().__init__()
        self.cell = nn.GRUCell(act, latent)
        self.reward_head = nn.Linear(latent, 1)

    def step(self, z, a):
        return self.cell(a, z)

    def reward(self, z):
        """Predicted reward, de-normalised for plotting and for the actor."""
        r = self.reward_head(z).squeeze(-1)
        return torch.from_numpy(10.0 * r.detach().cpu().numpy())  # expect: numpy-roundtrip


def make_actor(latent=8, act=2):
    return nn.Sequential(nn.Linear(latent, 24), nn.ELU(), nn.Linear(24, act), nn.Tanh())
