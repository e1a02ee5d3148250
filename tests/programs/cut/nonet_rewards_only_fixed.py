# healthy
"""REINFORCE where the log-probabilities are collected and then forgotten."""
import gymnasium as gym
import torch
from torch import nn
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 64), nn.Dropout(0.1), nn.ReLU(), nn.Linear(64, 2))

    def forward(self, x):
        return Categorical(logits=self.net(x))


class Reinforce:
    def __init__(self, env):
        self.env, self.policy = env, Policy()
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=1e-2)

    def episode(self, seed):
        obs, _ = self.env.reset(seed=seed)
        log_probs, rewards = [], []
        for _ in range(30):
            pi = self.policy(torch.as_tensor(obs))
            action = pi.sample()
            log_probs.append(pi.log_prob(action))
            obs, r, term, trunc, _ = self.env.step(action.item())
            rewards.append(r)
            if term or trunc:
                break
        return log_probs, rewards

    def returns(self, rewards, gamma=0.99):
        g, out = 0.0, []
        for r in reversed(rewards):
            g = r + gamma * g
            out.insert(0, g)
        return torch.tensor(out)

    def learn(self, seed):
        log_probs, rewards = self.episode(seed)
        returns = self.returns(rewards)
        returns = (returns - returns.mean()) / (returns.std() + 1e-9)
        loss = -torch.sum(torch.stack(log_probs) * returns)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item(), len(rewards)


torch.manual_seed(0)
agent = Reinforce(gym.make("CartPole-v1"))
for it in range(3):
    print(it, agent.learn(it))
