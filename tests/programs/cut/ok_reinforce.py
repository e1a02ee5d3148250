# healthy
"""REINFORCE with a baseline; plenty of conversions, all harmless."""
import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 64), nn.Dropout(0.1), nn.ReLU(), nn.Linear(64, 2))

    def act(self, obs):
        dist = Categorical(logits=self.net(torch.from_numpy(obs)))
        action = dist.sample()
        return action.item(), dist.log_prob(action), dist.entropy()


def returns_of(rewards, gamma=0.99):
    out = np.zeros(len(rewards), dtype=np.float32)
    acc = 0.0
    for t in reversed(range(len(rewards))):
        acc = rewards[t] + gamma * acc
        out[t] = acc
    return torch.from_numpy((out - out.mean()) / (out.std() + 1e-8))


torch.manual_seed(0)
env, policy = gym.make("CartPole-v1"), Policy()
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
for episode in range(4):
    obs, _ = env.reset(seed=episode)
    log_probs, entropies, rewards = [], [], []
    for _ in range(40):
        action, logp, ent = policy.act(obs)
        obs, reward, term, trunc, _ = env.step(action)
        log_probs.append(logp), entropies.append(ent), rewards.append(reward)
        if term or trunc:
            break
    loss = -(torch.stack(log_probs) * returns_of(rewards)).sum() - 0.01 * torch.stack(entropies).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(episode, float(loss), sum(rewards))
