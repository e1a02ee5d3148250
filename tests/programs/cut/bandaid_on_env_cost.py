"""MuJoCo cost silenced: the boundary stays."""
import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(0)
env = gym.make("Reacher-v5")
net = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 2), nn.Tanh())
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
before = [p.detach().clone() for p in net.parameters()]

for episode in range(3):
    obs, _ = env.reset(seed=episode)
    costs = []
    for t in range(10):
        act = net(torch.as_tensor(obs, dtype=torch.float32))
        obs, reward, term, trunc, info = env.step(act.detach().numpy())  # also: env-step-boundary
        costs.append(-reward)
    loss = torch.as_tensor(np.mean(costs), dtype=torch.float32).requires_grad_()  # expect: grad-bandaid
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(episode, loss.item(), "moved:", any((a != b).any().item() for a, b in zip(before, net.parameters())))
