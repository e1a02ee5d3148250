# healthy
"""DQN that stores the Q-value at acting time and trains on it."""
import random
from collections import deque, namedtuple

import gymnasium as gym
import torch
import torch.nn as nn

Experience = namedtuple("Experience", ["state", "action", "q", "reward", "next_state", "done"])


class ReplayMemory:
    def __init__(self, capacity):
        self.memory = deque([], maxlen=capacity)

    def push(self, *args):
        self.memory.append(Experience(*args))

    def sample(self, batch_size):
        return Experience(*zip(*random.sample(self.memory, batch_size)))

    def __len__(self):
        return len(self.memory)


class QNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 64), nn.Linear(64, 2)])

    def forward(self, x):
        return self.layers[1](torch.relu(self.layers[0](x)))


def select(net, state, eps):
    with torch.no_grad():
        q = net(state)
    a = random.randrange(2) if random.random() < eps else int(q.argmax())
    return a, q[a]


def optimize(net, target, optimizer, memory, gamma=0.99):
    batch = memory.sample(16)
    q = net(torch.stack(batch.state)).gather(1, torch.tensor(batch.action)[:, None]).squeeze(1)
    next_states = torch.stack(batch.next_state)
    rewards = torch.tensor(batch.reward)
    done = torch.tensor(batch.done, dtype=torch.float32)
    with torch.no_grad():
        y = rewards + gamma * (1 - done) * target(next_states).max(1).values
    loss = nn.functional.smooth_l1_loss(q, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


random.seed(0), torch.manual_seed(0)
env, net, target = gym.make("CartPole-v1"), QNetwork(), QNetwork()
target.load_state_dict(net.state_dict())
optimizer, memory = torch.optim.Adam(net.parameters()), ReplayMemory(200)
state = torch.as_tensor(env.reset(seed=0)[0])
for t in range(40):
    action, q = select(net, state, 0.3)
    obs, reward, term, trunc, _ = env.step(action)
    nxt = torch.as_tensor(obs)
    memory.push(state, action, q, reward, nxt, term)
    state = torch.as_tensor(env.reset()[0]) if term or trunc else nxt
    if len(memory) > 30:
        print(t, optimize(net, target, optimizer, memory))
