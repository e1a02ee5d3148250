"""REINFORCE on CartPole: the policy remembers the log-probabilities of the episode until it learns."""
import gymnasium as gym
import torch
from torch import nn
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
        self.log_probs, self.rewards = [], []

    def act(self, obs):
        dist = Categorical(logits=self.net(torch.from_numpy(obs)))
        action = dist.sample()
        self.log_probs.append(dist.log_prob(action))
        return action.item()

    def loss(self):
        returns = torch.tensor(self.rewards).flip(0).cumsum(0).flip(0)
        return -(torch.stack(self.log_probs) * (returns - returns.mean())).mean()


torch.manual_seed(0)
env, policy = gym.make("CartPole-v1"), Policy()
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)
for episode in range(4):
    obs, done = env.reset(seed=episode)[0], False
    while not done:
        obs, reward, done, _, _ = env.step(policy.act(obs))
        policy.rewards.append(reward)
    loss = policy.loss()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    policy.log_probs.clear()
    policy.rewards.clear()
    print(f"episode {episode}: loss {loss.item():.4f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
