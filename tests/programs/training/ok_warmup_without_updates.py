# healthy
"""Off-policy agent whose optimizer exists from the beginning, but updates begin after a warm-up; the lr starts at zero."""
import random

import gymnasium as gym
import numpy as np
import torch
from torch import nn

random.seed(0)
torch.manual_seed(72)
env = gym.make("CartPole-v1")
q = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 2))
target = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 2))
target.load_state_dict(q.state_dict())
opt = torch.optim.Adam(q.parameters(), lr=1e-3)
sched = torch.optim.lr_scheduler.LambdaLR(opt, lambda n: min(1.0, n / 10))
memory = []
obs, _ = env.reset(seed=72)
for step in range(160):
    if random.random() < 0.3 or step < 80:
        act = random.randrange(2)
    else:
        act = int(q(torch.as_tensor(obs)).argmax())
    nxt, rew, term, trunc, _ = env.step(act)
    memory.append((obs, act, rew, nxt, term))
    obs = env.reset()[0] if term or trunc else nxt
    if step < 80:
        continue
    s, a, r, s2, d = map(np.array, zip(*random.sample(memory, 32)))
    y = torch.as_tensor(r, dtype=torch.float32) + 0.98 * torch.as_tensor(1.0 - d, dtype=torch.float32) * target(
        torch.as_tensor(s2)
    ).max(1).values.detach()
    chosen = q(torch.as_tensor(s))[torch.arange(32), torch.as_tensor(a)]
    loss = nn.functional.mse_loss(chosen, y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    sched.step()
    if step % 20 == 0:
        target.load_state_dict(q.state_dict())
print(loss.item())
