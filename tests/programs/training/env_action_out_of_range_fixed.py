# healthy
"""A skill index is used as the action of an environment with two actions."""
import gymnasium as gym
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(23)
env = gym.make("CartPole-v1")
policy = nn.Linear(4, env.action_space.n)
opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
for episode in range(5):
    obs, _ = env.reset(seed=episode)
    logps, over = [], False
    while not over:
        dist = Categorical(logits=policy(torch.as_tensor(obs)))
        action = dist.sample()
        logps.append(dist.log_prob(action))
        obs, reward, term, trunc, _ = env.step(action.item())
        over = term or trunc
    loss = -torch.stack(logps).mean() * len(logps)
    opt.zero_grad()
    loss.backward()
    opt.step()
