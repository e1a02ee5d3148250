"""Actor-critic on CartPole: an agent that keeps what it saw in lists until it learns."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical


class Agent:
    def __init__(self):
        self.actor = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
        self.optimizer = torch.optim.Adam(self.actor.parameters(), lr=3e-3)
        self.forget()

    def forget(self):
        self.states, self.actions, self.log_probs, self.rewards = [], [], [], []

    @torch.no_grad()
    def act(self, obs):
        dist = Categorical(logits=self.actor(torch.from_numpy(obs)))
        action = dist.sample()
        self.states.append(obs)
        self.actions.append(action)
        self.log_probs.append(dist.log_prob(action))
        return action.item()

    def learn(self):
        returns = torch.tensor(self.rewards).flip(0).cumsum(0).flip(0)
        advantages = returns - returns.mean()
        dist = Categorical(logits=self.actor(torch.from_numpy(np.stack(self.states))))
        log_probs = dist.log_prob(torch.stack(self.actions))
        loss = -(log_probs * advantages).sum()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.forget()
        return loss.item()


torch.manual_seed(0)
env, agent = gym.make("CartPole-v1"), Agent()
for episode in range(3):
    obs, done = env.reset(seed=episode)[0], False
    while not done and len(agent.rewards) < 50:
        obs, reward, done, _, _ = env.step(agent.act(obs))
        agent.rewards.append(reward)
    print(f"episode {episode}: loss {agent.learn():.3f}")

for name, parameter in agent.actor.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
