"""REINFORCE on the pendulum: a Gaussian policy whose samples are the torques."""
import gymnasium as gym
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)
env = gym.make("Pendulum-v1")
policy = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)

for episode in range(3):
    obs, _ = env.reset(seed=episode)
    log_probs, rewards = [], []
    for _ in range(40):
        dist = Normal(policy(torch.from_numpy(obs)), 0.5)
        action = dist.rsample()
        log_probs.append(dist.log_prob(action.detach()).sum())
        obs, reward, _, _, _ = env.step(action.detach().numpy())
        rewards.append(float(reward))

    returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
    advantages = (returns - returns.mean()) / returns.std()
    loss = -(torch.stack(log_probs) * advantages).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"episode {episode}: return {sum(rewards):.1f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
