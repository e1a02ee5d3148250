"""REINFORCE on CartPole with clipped gradients."""
import gymnasium as gym
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
env = gym.make("CartPole-v1")
policy = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)

for episode in range(5):
    obs, done, log_probs, rewards = env.reset(seed=episode)[0], False, [], []
    while not done and len(rewards) < 60:
        dist = Categorical(logits=policy(torch.as_tensor(obs)))
        action = dist.sample()
        log_probs.append(dist.log_prob(action))
        obs, reward, done, _, _ = env.step(action.item())
        rewards.append(reward)

    returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
    loss = -(torch.stack(log_probs) * (returns - returns.mean())).sum()
    optimizer.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(policy.parameters(), max_norm=0.5)
    optimizer.step()
    print(f"episode {episode}: loss {loss.item():.3f}, length {len(rewards)}, gradient norm {norm.item():.3f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
    assert parameter.grad.norm() < 0.501, name
