"""REINFORCE on CartPole: the batch is built once the episode is over."""
import gymnasium as gym
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
env = gym.make("CartPole-v1")
policy = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)

for episode in range(3):
    obs, done, log_probs, rewards = env.reset(seed=episode)[0], False, [], []
    while not done and len(rewards) < 50:
        dist = Categorical(logits=policy(torch.tensor(obs)))
        action = dist.sample()
        obs, reward, done, _, _ = env.step(action.item())
        log_probs.append(dist.log_prob(action))
        rewards.append(reward)

    returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
    batch_log_probs = torch.tensor(log_probs)  # expect: new-leaf-tensor
    loss = -(batch_log_probs * (returns - returns.mean())).mean()
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
    optimizer.step()
    print(f"episode {episode}: loss {loss.item():.3f}, length {len(rewards)}")
