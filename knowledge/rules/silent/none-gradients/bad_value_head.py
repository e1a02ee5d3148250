"""Actor-critic on CartPole with one trunk and two heads."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(4, 32), nn.Tanh())
        self.actor = nn.Linear(32, 2)
        self.critic = nn.Linear(32, 1)

    def forward(self, obs):
        features = self.trunk(obs)
        return Categorical(logits=self.actor(features)), self.critic(features).squeeze(-1)


torch.manual_seed(0)
env, net = gym.make("CartPole-v1"), Net()
optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)

for episode in range(5):
    obs, done, states, actions, rewards = env.reset(seed=episode)[0], False, [], [], []
    while not done and len(rewards) < 60:
        with torch.no_grad():
            action = net(torch.as_tensor(obs))[0].sample()
        states.append(obs), actions.append(action)
        obs, reward, done, _, _ = env.step(action.item())
        rewards.append(reward)
    returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
    dist, value = net(torch.as_tensor(np.stack(states)))
    advantage = returns - value.detach()
    policy_loss = -(dist.log_prob(torch.stack(actions)) * advantage).mean()
    value_loss = (returns - value).square().mean()
    loss = policy_loss - 0.01 * dist.entropy().mean()  # expect: none-gradients
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"episode {episode}: policy loss {policy_loss.item():.3f}, value loss {value_loss.item():.3f}")
