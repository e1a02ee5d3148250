"""REINFORCE on CartPole with a policy that takes NumPy observations."""
import gymnasium as gym
import torch
from torch import nn
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))

    def forward(self, obs):
        return Categorical(logits=self.net(torch.from_numpy(obs)))  # raises: TypeError: expected np.ndarray (got tuple)


torch.manual_seed(0)
env, policy = gym.make("CartPole-v1"), Policy()
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)
for episode in range(3):
    obs = env.reset(seed=episode)  # expect: gym-reset-tuple
    log_probs, rewards, done = [], [], False
    while not done:
        dist = policy(obs)
        action = dist.sample()
        log_probs.append(dist.log_prob(action))
        obs, reward, terminated, truncated, _ = env.step(action.item())
        rewards.append(reward)
        done = terminated or truncated
    returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
    loss = -(torch.stack(log_probs) * (returns - returns.mean())).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"episode {episode}: {len(rewards)} steps")
