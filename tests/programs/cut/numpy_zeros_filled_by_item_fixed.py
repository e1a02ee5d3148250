# healthy
# DQN from scratch, "vectorised by hand"
import random
from collections import deque

import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.fc1 = nn.Linear(4, 50)
        self.fc1.weight.data.normal_(0, 0.1)
        self.out = nn.Linear(50, 2)
        self.out.weight.data.normal_(0, 0.1)

    def forward(self, x):
        return self.out(torch.relu(self.fc1(x)))


class DQN(object):
    def __init__(self):
        self.eval_net, self.target_net = Net(), Net()
        self.memory = deque(maxlen=500)
        self.optimizer = torch.optim.Adam(self.eval_net.parameters(), lr=0.01)
        self.loss_func = nn.MSELoss()

    def choose_action(self, x):
        if np.random.uniform() < 0.9:
            return torch.max(self.eval_net(torch.FloatTensor(x)), 0)[1].item()
        return np.random.randint(2)

    def learn(self):
        batch = random.sample(self.memory, 16)
        q_eval = torch.zeros(16)
        q_target = torch.zeros(16)
        for i, (s, a, r, s_, done) in enumerate(batch):
            q_eval[i] = self.eval_net(torch.FloatTensor(s))[a]
            q_next = self.target_net(torch.FloatTensor(s_)).max().item()
            q_target[i] = r + 0.9 * q_next * (1 - done)
        loss = self.loss_func(q_eval, q_target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


random.seed(0), np.random.seed(0), torch.manual_seed(0)
env, dqn = gym.make("CartPole-v1"), DQN()
s, _ = env.reset(seed=0)
for t in range(40):
    a = dqn.choose_action(s)
    s_, r, term, trunc, _ = env.step(a)
    dqn.memory.append((s, a, r, s_, float(term)))
    if len(dqn.memory) > 30:
        print(t, dqn.learn())
    s = env.reset()[0] if term or trunc else s_
