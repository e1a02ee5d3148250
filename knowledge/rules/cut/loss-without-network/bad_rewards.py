"""Warm-up on CartPole with random actions: the rewards are to train the policy."""
import gymnasium as gym
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
env = gym.make("CartPole-v1")
env.action_space.seed(0)
policy = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)

for episode in range(3):
    obs, done, log_probs, rewards = env.reset(seed=episode)[0], False, [], []
    while not done and len(rewards) < 50:
        action = env.action_space.sample()
        dist = Categorical(logits=policy(torch.as_tensor(obs)))
        log_probs.append(dist.log_prob(torch.as_tensor(action)))
        obs, reward, done, _, _ = env.step(action)
        rewards.append(reward)

    returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
    loss = -returns.mean()  # expect: loss-without-network
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
    optimizer.step()
    print(f"episode {episode}: loss {loss.item():.3f}, length {len(log_probs)}")
