"""An agent with its own act, rollout and update, on a discrete action space."""
import gymnasium as gym
import torch
from torch import nn


class Agent(nn.Module):
    def __init__(self, observations, actions):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(observations, 16), nn.Tanh(), nn.Linear(16, actions))
        self.optimizer = torch.optim.Adam(self.parameters(), lr=1e-2)

    def act(self, obs):
        return self.net(torch.as_tensor(obs)).argmax(-1).item()

    def rollout(self, env, seed):
        obs, _ = env.reset(seed=seed)
        tilts = []
        for _ in range(12):
            obs, _, terminated, truncated, _ = env.step(self.act(obs))
            tilts.append(torch.as_tensor(obs)[2].abs())
            if terminated or truncated:
                break
        return tilts

    def update(self, tilts):
        loss = torch.stack(tilts).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


torch.manual_seed(0)
env = gym.make("CartPole-v1")
agent = Agent(4, 2)
for episode in range(3):
    print(episode, agent.update(agent.rollout(env, episode)))
