"""An encoder, a head, a decoder and one optimizer: the features that the head and the decoder see are detached."""

import torch
from torch import nn

torch.manual_seed(5)


class World(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 4))
        self.decoder = nn.Linear(4, 6)
        self.reward = nn.Linear(4, 1)

    def features(self, obs: torch.Tensor) -> torch.Tensor:
        return self.encoder(obs).detach()  # expect: detach-call

    def losses(self, obs: torch.Tensor, reward: torch.Tensor) -> dict[str, torch.Tensor]:
        z = self.features(obs)
        return {
            "reconstruction": nn.functional.mse_loss(self.decoder(z), obs),
            "reward": nn.functional.mse_loss(self.reward(z).squeeze(-1), reward),
        }


world = World()
optimizer = torch.optim.Adam(world.parameters(), lr=1e-3)
for _step in range(6):
    obs = torch.randn(32, 6)
    losses = world.losses(obs, obs[:, 0])
    total = sum(losses.values())
    optimizer.zero_grad()
    total.backward()
    optimizer.step()
