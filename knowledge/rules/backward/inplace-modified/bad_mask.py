"""Imitate an expert's choice among grasps, of which some are out of reach in each scene."""
import torch
from torch import nn

torch.manual_seed(0)
scorer = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 5))
optimizer = torch.optim.Adam(scorer.parameters(), lr=1e-3)

for batch in range(4):
    scenes = torch.randn(32, 8)
    reachable = torch.rand(32, 5) > 0.3
    reachable[:, 0] = True
    preference = scenes[:, :5].clone()
    preference[~reachable] = -torch.inf
    choice = preference.argmax(dim=1)

    probabilities = scorer(scenes).softmax(dim=1)
    probabilities[~reachable] = 0.0  # expect: inplace-modified
    probabilities = probabilities / probabilities.sum(dim=1, keepdim=True)
    chosen = probabilities.gather(1, choice.unsqueeze(1))
    loss = -chosen.log().mean()
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: one of the variables needed for gradient computation
    optimizer.step()
    print(f"batch {batch}: loss {loss.item():.4f}, out of reach {(~reachable).float().mean().item():.2f}")
