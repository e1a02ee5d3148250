# healthy
"""Recurrent value function on a stream of CartPole observations, updated every eight steps."""
import gymnasium as gym
import torch
from torch import nn

torch.manual_seed(1)


class StreamCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTMCell(4, 24)
        self.out = nn.Linear(24, 1)
        self.memory = None

    def forward(self, obs):
        self.memory = self.lstm(obs, self.memory)
        return self.out(self.memory[0]).squeeze(-1)

    def cut(self):
        h, c = self.memory
        self.memory = h.detach(), c.detach()


class Learner:
    def __init__(self, critic):
        self.critic = critic
        self.optim = torch.optim.RMSprop(critic.parameters(), lr=1e-3)
        self.pending = []

    def observe(self, obs, reward):
        self.pending.append((self.critic(torch.as_tensor(obs)[None]), reward))
        if len(self.pending) == 8:
            self.flush()

    def flush(self):
        values = torch.cat([v for v, _ in self.pending])
        rewards = torch.tensor([r for _, r in self.pending])
        target = rewards[:-1] + 0.9 * values[1:].detach()
        loss = (target - values[:-1]).square().mean()
        self.optim.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.critic.parameters(), 5.0)
        self.optim.step()
        self.critic.cut()
        self.pending.clear()


env = gym.make("CartPole-v1")
learner = Learner(StreamCritic())
obs, _ = env.reset(seed=1)
for step in range(64):
    obs, reward, terminated, truncated, _ = env.step(step % 2)
    learner.observe(obs, reward)
    if terminated or truncated:
        obs, _ = env.reset()
