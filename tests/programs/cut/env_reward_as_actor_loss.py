import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim


class Actor(nn.Module):
    def __init__(self, obs_dim, act_dim, max_action):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs_dim, 64), nn.ReLU(), nn.Linear(64, act_dim), nn.Tanh())
        self.max_action = max_action

    def forward(self, x):
        return self.max_action * self.net(x)


env = gym.make("Pendulum-v1")
torch.manual_seed(1)
np.random.seed(1)
actor = Actor(3, 1, float(env.action_space.high[0]))
actor_optim = optim.Adam(actor.parameters(), lr=1e-4)

state, _ = env.reset(seed=1)
for episode in range(3):
    rewards = []
    for step in range(12):
        action = actor(torch.tensor(state).unsqueeze(0))
        noise = 0.1 * np.random.randn(1)
        a = (action.detach().numpy()[0] + noise).clip(-2, 2)
        state, reward, terminated, truncated, info = env.step(a)  # expect: env-step-boundary
        rewards.append(torch.tensor(reward, dtype=torch.float32))
        if terminated or truncated:
            break
    loss = -torch.stack(rewards).mean()
    actor_optim.zero_grad()
    loss.backward()
    actor_optim.step()
    print(episode, loss.item())
    state, _ = env.reset()
