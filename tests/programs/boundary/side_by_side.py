"""Four pendulums at once; the mean reward of a step is the objective."""
import gymnasium as gym
import torch
from torch import nn

torch.manual_seed(0)
envs = gym.make_vec("Pendulum-v1", num_envs=4, vectorization_mode="sync")
actor = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)
obs = torch.as_tensor(envs.reset(seed=0)[0])
for update in range(3):
    torque = actor(obs)
    following, reward, _, _, _ = envs.step(torque.detach().numpy())
    reward = torch.as_tensor(reward, dtype=torch.float32)
    loss = -reward.mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    obs = torch.as_tensor(following)
    print(update, loss.item())
