"""DQN where the prediction slipped into the block that was meant for the target."""
import random
from collections import deque

import numpy as np
import torch
import torch.nn as nn


class Corridor:
    def reset(self):
        self.i = 0
        return np.float32([0.0, 1.0])

    def step(self, a):
        self.i += 1 if a else -1
        done = abs(self.i) >= 4
        return np.float32([self.i / 4, 1.0]), float(self.i >= 4), done


class Dueling(nn.Module):
    def __init__(self):
        super().__init__()
        self.f, self.v, self.a = nn.Linear(2, 32), nn.Linear(32, 1), nn.Linear(32, 2)

    def forward(self, x):
        h = torch.relu(self.f(x))
        adv = self.a(h)
        return self.v(h) + adv - adv.mean(-1, keepdim=True)


def compute_td_loss(batch, net, target, gamma=0.9):
    s, a, r, s2, d = (torch.as_tensor(np.stack(x)) for x in zip(*batch))
    with torch.no_grad():  # expect: no-grad-region
        best = net(s2).argmax(-1, keepdim=True)
        next_q = target(s2).gather(-1, best).squeeze(-1)
        expected = r + gamma * next_q * (1 - d)
        q = net(s).gather(-1, a.unsqueeze(-1)).squeeze(-1)
    return nn.functional.huber_loss(q, expected)


random.seed(0), torch.manual_seed(0)
env, net, target, memory = Corridor(), Dueling(), Dueling(), deque(maxlen=300)
target.load_state_dict(net.state_dict())
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
s = env.reset()
for t in range(60):
    with torch.no_grad():
        a = random.randrange(2) if random.random() < 0.3 else int(net(torch.from_numpy(s)).argmax())
    s2, r, done = env.step(a)
    memory.append((s, np.int64(a), np.float32(r), s2, np.float32(done)))
    s = env.reset() if done else s2
    if t >= 40:
        loss = compute_td_loss(random.sample(memory, 16), net, target)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if t % 10 == 0:
            target.load_state_dict(net.state_dict())
print(loss.item())
