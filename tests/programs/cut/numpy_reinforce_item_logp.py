"""Policy gradient for a card-like game; log-probs are kept as floats in the episode list."""
import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Categorical


class HiLo:
    def __init__(self, rng):
        self.rng = rng

    def deal(self):
        self.card = int(self.rng.integers(1, 14))
        return np.eye(14, dtype=np.float32)[self.card]

    def guess(self, high):
        nxt = int(self.rng.integers(1, 14))
        won = (nxt > self.card) == bool(high)
        return 1.0 if won else -1.0


torch.manual_seed(0)
game = HiLo(np.random.default_rng(0))
net = nn.Sequential(nn.Linear(14, 32), nn.ReLU(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for batch in range(3):
    logps, rewards = [], []
    for _ in range(32):
        dist = Categorical(logits=net(torch.from_numpy(game.deal())))
        action = dist.sample()
        logps.append(dist.log_prob(action).item())  # expect: numpy-roundtrip
        rewards.append(game.guess(action.item()))
    logps, rewards = np.array(logps), np.array(rewards)
    advantages = (rewards - rewards.mean()) / (rewards.std() + 1e-8)
    loss = torch.tensor(-(logps * advantages).mean())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(batch, loss.item(), rewards.mean())
