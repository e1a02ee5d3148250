# healthy
"""TD3 with delayed actor and pretrained-looking class structure."""
import copy

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Actor(nn.Module):
    def __init__(self, s, a, max_action):
        super().__init__()
        self.l1, self.l2 = nn.Linear(s, 32), nn.Linear(32, a)
        self.max_action = max_action

    def forward(self, x):
        return self.max_action * torch.tanh(self.l2(F.relu(self.l1(x))))


class Critic(nn.Module):
    def __init__(self, s, a):
        super().__init__()
        self.q1a, self.q1b = nn.Linear(s + a, 32), nn.Linear(32, 1)
        self.q2a, self.q2b = nn.Linear(s + a, 32), nn.Linear(32, 1)

    def forward(self, s, a):
        sa = torch.cat([s, a], 1)
        return self.q1b(F.relu(self.q1a(sa))), self.q2b(F.relu(self.q2a(sa)))

    def Q1(self, s, a):
        return self.q1b(F.relu(self.q1a(torch.cat([s, a], 1))))


class TD3:
    def __init__(self, s=4, a=2, max_action=1.0):
        self.actor = Actor(s, a, max_action).to(device)
        self.actor_target = copy.deepcopy(self.actor)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=3e-4)
        self.critic = Critic(s, a).to(device)
        self.critic_target = copy.deepcopy(self.critic)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=3e-4)
        self.max_action, self.total_it = max_action, 0

    def select_action(self, state):
        state = torch.FloatTensor(state.reshape(1, -1)).to(device)
        return self.actor(state).cpu().data.numpy().flatten()

    def train(self, batch):
        self.total_it += 1
        state, action, next_state, reward, not_done = batch
        with torch.no_grad():
            noise = (torch.randn_like(action) * 0.2).clamp(-0.5, 0.5)
            next_action = (self.actor_target(next_state) + noise).clamp(-self.max_action, self.max_action)
            target_Q1, target_Q2 = self.critic_target(next_state, next_action)
            target_Q = reward + not_done * 0.99 * torch.min(target_Q1, target_Q2)
        current_Q1, current_Q2 = self.critic(state, action)
        critic_loss = F.mse_loss(current_Q1, target_Q) + F.mse_loss(current_Q2, target_Q)
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()
        if self.total_it % 2 == 0:
            actor_loss = -self.critic.Q1(state, self.actor(state)).mean()
            self.actor_optimizer.zero_grad()
            actor_loss.backward()
            self.actor_optimizer.step()
            for net, target in ((self.critic, self.critic_target), (self.actor, self.actor_target)):
                for p, tp in zip(net.parameters(), target.parameters()):
                    tp.data.copy_(0.005 * p.data + 0.995 * tp.data)
        return critic_loss.item()


torch.manual_seed(0)
agent = TD3()
rng = np.random.default_rng(0)
rows = []
for t in range(80):
    s = rng.normal(size=4).astype(np.float32)
    rows.append((s, agent.select_action(s), (0.9 * s).astype(np.float32), np.float32([s.sum()]), np.float32([1.0])))
for t in range(6):
    pick = rng.integers(0, len(rows), 32)
    print(t, agent.train([torch.from_numpy(np.stack([rows[i][k] for i in pick])).to(device) for k in range(5)]))
