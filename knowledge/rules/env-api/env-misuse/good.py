"""Fill a replay buffer with random play, then fit the reward of the mountain car to it."""
import gymnasium as gym
import torch
from torch import nn

torch.manual_seed(0)
env = gym.make("MountainCarContinuous-v0")
env.action_space.seed(0)
obs, _ = env.reset(seed=0)
buffer = []
for _ in range(64):
    action = env.action_space.sample()
    next_obs, reward, done, _, _ = env.step(action)
    buffer.append((torch.as_tensor(obs), torch.as_tensor(action), float(reward)))
    obs = env.reset()[0] if done else next_obs

model = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
inputs = torch.stack([torch.cat([obs, action]) for obs, action, _ in buffer])
rewards = torch.tensor([reward for _, _, reward in buffer])
for epoch in range(4):
    loss = (model(inputs).squeeze(1) - rewards).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.5f}")

for name, parameter in model.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
