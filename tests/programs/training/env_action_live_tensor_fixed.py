# healthy
"""Policy gradient on Pendulum whose action is drawn with rsample."""
import gymnasium as gym
import torch
from torch import nn

torch.manual_seed(20)
env = gym.make("Pendulum-v1", max_episode_steps=40)
policy = nn.Sequential(nn.Linear(3, 24), nn.Tanh(), nn.Linear(24, 1))
opt = torch.optim.Adam(policy.parameters(), lr=1e-3)
for episode in range(3):
    obs, _ = env.reset(seed=episode)
    logp, rewards, over = [], [], False
    while not over:
        dist = torch.distributions.Normal(2 * policy(torch.as_tensor(obs)).tanh(), 0.5)
        action = dist.sample()
        logp.append(dist.log_prob(action.detach()).sum())
        obs, reward, term, trunc, _ = env.step(action.numpy() if not action.requires_grad else action)
        rewards.append(float(reward))
        over = term or trunc
    ret = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
    loss = -(torch.stack(logp) * (ret - ret.mean()) / ret.std()).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
