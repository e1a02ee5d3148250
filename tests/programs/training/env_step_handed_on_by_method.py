"""Q-learning; the environment is hidden behind an adapter whose move() passes on what step gives."""
import gymnasium as gym
import torch
from torch import nn


class Adapter:
    def __init__(self, name, seed):
        self.env = gym.make(name)
        self.seed, self.moves = seed, 0

    def begin(self):
        obs, _ = self.env.reset(seed=self.seed)
        return torch.as_tensor(obs)

    def move(self, action):
        self.moves += 1
        return self.env.step(action)


def episode(adapter, q, opt, limit=30):
    s, total = adapter.begin(), 0.0
    for _ in range(limit):
        a = int(q(s).argmax())
        s2, r, done, _ = adapter.move(a)  # expect: gym-step-signature
        s2 = torch.as_tensor(s2)
        with torch.no_grad():
            y = r + 0.95 * q(s2).max() * (not done)
        loss = (q(s)[a] - y).square()
        opt.zero_grad()
        loss.backward()
        opt.step()
        s, total = s2, total + r
        if done:
            break
    return total


torch.manual_seed(0)
q = nn.Sequential(nn.Linear(4, 24), nn.ReLU(), nn.Linear(24, 2))
adapter = Adapter("CartPole-v1", 0)
opt = torch.optim.Adam(q.parameters(), 1e-3)
for ep in range(2):
    print(episode(adapter, q, opt))
