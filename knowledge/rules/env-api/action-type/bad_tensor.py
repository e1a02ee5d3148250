"""Q-learning on CartPole: the network's best action is taken, every now and then a random one."""
import random

import gymnasium as gym
import torch
from torch import nn

random.seed(0)
torch.manual_seed(0)
env = gym.make("CartPole-v1")
q_net = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(q_net.parameters(), lr=1e-3)

for episode in range(3):
    obs, done = env.reset(seed=episode)[0], False
    steps = 0
    while not done:
        q = q_net(torch.from_numpy(obs))
        action = q.argmax() if random.random() > 0.2 else torch.tensor(random.randrange(2))
        obs, reward, terminated, truncated, _ = env.step(action)  # raises: AssertionError: tens  # expect: action-type
        with torch.no_grad():
            target = reward + 0.98 * (not terminated) * q_net(torch.from_numpy(obs)).max()
        loss = (q[action] - target).square()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        steps, done = steps + 1, terminated or truncated
    print(f"episode {episode}: {steps} steps, loss {loss.item():.4f}")
