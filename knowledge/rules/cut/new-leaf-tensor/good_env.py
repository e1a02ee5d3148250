"""A home-made reaching environment in torch, and a policy trained through it."""
import torch
from torch import nn


class Reach:
    """One joint that is driven to an angle. Everything is torch, so that gradients can pass through step()."""

    def __init__(self, goal=1.0, dt=0.1):
        self.goal, self.dt = goal, dt

    def reset(self):
        self.state = torch.tensor([0.0, 0.0])
        return self.state

    def step(self, torque):
        angle, speed = self.state
        speed = 0.95 * speed + self.dt * torque.squeeze()
        angle = angle + self.dt * speed
        self.state = torch.stack([angle, speed])
        reward = -((self.state[0] - self.goal) ** 2)
        return self.state, reward


torch.manual_seed(0)
env = Reach()
policy = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)

for episode in range(5):
    obs, rewards = env.reset(), []
    for _ in range(15):
        obs, reward = env.step(policy(obs))
        rewards.append(reward)
    loss = -torch.stack(rewards).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"episode {episode}: loss {loss.item():.4f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
