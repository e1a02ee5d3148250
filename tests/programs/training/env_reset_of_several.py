"""Several environments side by side; the first observations are stacked from the resets."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
envs = [gym.make("CartPole-v1") for _ in range(3)]
pi = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))
opt = torch.optim.Adam(pi.parameters(), 1e-2)

for update in range(2):
    states = [env.reset(seed=k) for k, env in enumerate(envs)]  # expect: gym-reset-tuple
    logps, rewards = [], []
    for _ in range(8):
        dist = Categorical(logits=pi(torch.as_tensor(np.stack(states))))
        acts = dist.sample()
        results = [env.step(a) for env, a in zip(envs, acts.tolist())]
        states = [r[0] for r in results]
        rewards.append(torch.tensor([r[1] for r in results]))
        logps.append(dist.log_prob(acts))
    ret = torch.stack(rewards).flip(0).cumsum(0).flip(0)
    loss = -(torch.stack(logps) * (ret - ret.mean())).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(update, loss.item())
