# healthy
"""REINFORCE on Blackjack with a features function over the observation tuple."""
import gymnasium as gym
import torch
from torch import nn

torch.manual_seed(1)


def features(obs):
    total, dealer, ace = obs
    return torch.tensor([total / 32, dealer / 10, float(ace)])


class Player:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 2))
        self.opt = torch.optim.Adam(self.net.parameters(), lr=1e-2)

    def decide(self, obs):
        dist = torch.distributions.Categorical(logits=self.net(features(obs)))
        a = dist.sample()
        return a.item(), dist.log_prob(a)

    def learn(self, logps, outcome):
        loss = -torch.stack(logps).sum() * (outcome + 0.05)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


env = gym.make("Blackjack-v1")
player = Player()
for hand in range(12):
    obs, _ = env.reset(seed=hand)
    logps, over = [], False
    while not over:
        action, logp = player.decide(obs)
        obs, reward, terminated, truncated, _ = env.step(action)
        logps.append(logp)
        over = terminated or truncated
    loss = player.learn(logps, reward)
print(loss)
