"""DQN on CartPole: replay memory, epsilon-greedy acting, and a target network that is synchronised now and then."""
import random
from collections import deque

import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

GAMMA, BATCH, SYNC_EVERY = 0.98, 32, 40


class QNetwork(nn.Module):
    def __init__(self, observations, actions):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(observations, 64), nn.ReLU(), nn.Linear(64, actions))

    def forward(self, obs):
        return self.layers(obs)


def act(q_net, obs, epsilon, actions):
    if random.random() < epsilon:
        return random.randrange(actions)
    with torch.no_grad():
        return q_net(torch.as_tensor(obs)[None]).argmax(dim=1).item()


def learn(q_net, target_net, optimizer, memory):
    obs, action, reward, next_obs, ended = map(np.array, zip(*random.sample(memory, BATCH)))
    obs, next_obs = torch.as_tensor(obs), torch.as_tensor(next_obs)
    action, reward = torch.as_tensor(action)[:, None], torch.as_tensor(reward, dtype=torch.float32)
    going_on = 1.0 - torch.as_tensor(ended, dtype=torch.float32)
    # No optimizer holds the target network, so its graph does no harm.
    target = reward + GAMMA * going_on * target_net(next_obs).max(dim=1).values
    loss = F.smooth_l1_loss(q_net(obs).gather(1, action).squeeze(1), target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def main():
    random.seed(0)
    torch.manual_seed(0)
    env = gym.make("CartPole-v1")
    q_net = QNetwork(4, env.action_space.n)
    target_net = QNetwork(4, env.action_space.n)
    target_net.load_state_dict(q_net.state_dict())
    optimizer = torch.optim.Adam(q_net.parameters(), lr=1e-3)
    memory, losses, length, lengths = deque(maxlen=2000), [], 0, []

    obs, _ = env.reset(seed=0)
    for step in range(400):
        action = act(q_net, obs, max(0.1, 1.0 - step / 300), env.action_space.n)
        next_obs, reward, terminated, truncated, _ = env.step(action)
        memory.append((obs, action, reward, next_obs, terminated))
        obs, length = next_obs, length + 1
        if terminated or truncated:
            lengths.append(length)
            obs, length = env.reset()[0], 0
        if len(memory) >= BATCH:
            losses.append(learn(q_net, target_net, optimizer, memory))
        if step % SYNC_EVERY == 0:
            target_net.load_state_dict(q_net.state_dict())
        if step % 100 == 99:
            print(f"step {step + 1}: loss {np.mean(losses[-50:]):.4f}, episode length {np.mean(lengths[-5:]):.1f}")


if __name__ == "__main__":
    main()
