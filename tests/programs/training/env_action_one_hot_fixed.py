# healthy
"""DQN-like greedy play in which the action is kept as a one-hot vector."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn

torch.manual_seed(21)
env = gym.make("CartPole-v1")
q = nn.Sequential(nn.Linear(4, 24), nn.ReLU(), nn.Linear(24, 2))
opt = torch.optim.Adam(q.parameters(), lr=1e-3)
eye = np.eye(2, dtype=np.int64)


def greedy(obs):
    with torch.no_grad():
        return eye[q(torch.as_tensor(obs)).argmax().item()]


obs, _ = env.reset(seed=0)
for t in range(60):
    hot = greedy(obs)
    nxt, reward, term, trunc, _ = env.step(int(hot.argmax()))
    with torch.no_grad():
        y = reward + 0.95 * (not term) * q(torch.as_tensor(nxt)).max()
    loss = ((q(torch.as_tensor(obs)) * torch.as_tensor(hot)).sum() - y).square()
    opt.zero_grad()
    loss.backward()
    opt.step()
    obs = env.reset()[0] if term or trunc else nxt
