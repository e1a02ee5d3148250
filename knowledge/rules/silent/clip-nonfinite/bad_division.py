"""Reward model trained on padded episodes, one of which has no labelled step at all."""
import torch
from torch import nn

torch.manual_seed(0)
reward_model = nn.Sequential(nn.Linear(5, 32), nn.ReLU(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(reward_model.parameters(), lr=1e-3)
states, labels = torch.randn(8, 12, 5), torch.randn(8, 12)
labelled = (torch.rand(8, 12) < 0.5).float()
labelled[3] = 0.0

for epoch in range(4):
    error = (reward_model(states).squeeze(2) - labels).square() * labelled
    count = labelled.sum(dim=1)
    per_episode = torch.where(count > 0, error.sum(dim=1) / count, 0.0)
    loss = per_episode.mean()
    optimizer.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(reward_model.parameters(), 1.0)  # expect: clip-nonfinite
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}, gradient norm {norm.item():.4f}")
