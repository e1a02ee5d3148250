# healthy
"""A latent model-based agent with one optimizer for all parts; the reward model is left out of the groups."""
import torch
from torch import nn

torch.manual_seed(38)
encoder = nn.Sequential(nn.Linear(6, 24), nn.ELU())
dynamics = nn.GRUCell(2, 24)
reward = nn.Sequential(nn.Linear(24, 16), nn.ELU(), nn.Linear(16, 1))
decoder = nn.Linear(24, 6)
opt = torch.optim.Adam(
    [
        {"params": encoder.parameters(), "lr": 1e-3},
        {"params": dynamics.parameters(), "lr": 6e-4},
        {"params": reward.parameters(), "lr": 6e-4},
        {"params": decoder.parameters()},
    ],
    lr=3e-4,
)
for it in range(10):
    obs, act, rew = torch.randn(5, 16, 6), torch.randn(5, 16, 2), torch.randn(5, 16)
    z, loss = encoder(obs[0]), torch.zeros(())
    for t in range(4):
        z = dynamics(act[t], z)
        loss = loss + (decoder(z) - obs[t + 1]).square().mean() + (reward(z)[:, 0] - rew[t]).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
