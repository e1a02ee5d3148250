"""Actor-critic on CartPole with two separate networks and one loss."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
env = gym.make("CartPole-v1")
actor = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
critic = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(actor.parameters(), lr=3e-3)  # expect: optimizer-missing-params

for episode in range(5):
    obs, done, states, actions, rewards = env.reset(seed=episode)[0], False, [], [], []
    while not done and len(rewards) < 60:
        with torch.no_grad():
            action = Categorical(logits=actor(torch.as_tensor(obs))).sample()
        states.append(obs), actions.append(action)
        obs, reward, done, _, _ = env.step(action.item())
        rewards.append(reward)

    states = torch.as_tensor(np.stack(states))
    returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
    value = critic(states).squeeze(1)
    log_prob = Categorical(logits=actor(states)).log_prob(torch.stack(actions))
    loss = -(log_prob * (returns - value).detach()).mean() + 0.5 * (returns - value).square().mean()
    for network in (actor, critic):
        network.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"episode {episode}: length {len(rewards)}, mean value {value.mean().item():.3f}")
