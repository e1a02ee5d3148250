"""Adversarial start states: a generator network proposes where the episode begins."""
import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn


class Maze(gym.Env):
    def __init__(self):
        self.observation_space = gym.spaces.Box(-1, 1, (2,), np.float32)
        self.action_space = gym.spaces.Discrete(4)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        start = options["start"] if options else self.np_random.uniform(-1, 1, 2)
        self.pos = np.clip(np.asarray(start, dtype=np.float32), -1, 1)
        return self.pos.copy(), {"distance": float(np.linalg.norm(self.pos - 0.8))}

    def step(self, action):
        move = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)][action], np.float32)
        self.pos = np.clip(self.pos + 0.1 * move, -1, 1)
        return self.pos.copy(), -float(np.linalg.norm(self.pos - 0.8)), False, False, {}


torch.manual_seed(0)
env = Maze()
generator = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 2), nn.Tanh())
opt = torch.optim.Adam(generator.parameters(), lr=1e-3)
for it in range(3):
    difficulty = []
    for k in range(4):
        start = generator(torch.randn(3))
        obs, info = env.reset(seed=k, options={"start": start.detach().numpy()})  # expect: env-step-boundary
        difficulty.append(torch.as_tensor(obs).sub(0.8).norm())
    loss = -torch.stack(difficulty).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item())
