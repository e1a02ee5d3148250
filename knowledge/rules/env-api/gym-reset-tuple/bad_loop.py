"""Q-learning on the slippery lake with a one-hot observation; a new game begins inside the loop."""
import gymnasium as gym
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
env = gym.make("FrozenLake-v1", map_name="4x4")
q_net = nn.Sequential(nn.Linear(16, 32), nn.Tanh(), nn.Linear(32, 4))
optimizer = torch.optim.Adam(q_net.parameters(), lr=1e-3)


def encode(cell):
    return F.one_hot(torch.tensor(cell), 16).float()  # raises: RuntimeError: Could not infer dtype of dict


cell, _ = env.reset(seed=0)
for step in range(80):
    q = q_net(encode(cell))
    action = q.argmax().item() if torch.rand(()) > 0.3 else torch.randint(4, ()).item()
    next_cell, reward, terminated, truncated, _ = env.step(action)
    with torch.no_grad():
        target = reward + 0.95 * (not terminated) * q_net(encode(next_cell)).max()
    loss = (q[action] - target).square()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    cell = next_cell
    if terminated or truncated:
        cell = env.reset()  # expect: gym-reset-tuple
        print(f"step {step}: a game ended, loss {loss.item():.5f}")
