# healthy
"""A world model with a decoder for pictures that is kept in the module and not trained in this run."""
import torch
from torch import nn

torch.manual_seed(112)


class World(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.cell = nn.Linear(6, 12), nn.GRUCell(2, 12)
        self.reward, self.decoder = nn.Linear(12, 1), nn.Linear(12, 6)

    def forward(self, obs, act):
        return self.cell(act, self.encoder(obs).tanh())


world = World()
opt = torch.optim.Adam(world.parameters(), lr=1e-3)
for it in range(12):
    obs, act = torch.randn(32, 6), torch.randn(32, 2)
    loss = (world.reward(world(obs, act)).squeeze(-1) - obs[:, 0]).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
