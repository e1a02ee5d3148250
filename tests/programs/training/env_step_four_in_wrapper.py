"""Frame skip as a hand-written wrapper in the old interface."""
import gymnasium as gym
import torch
from torch import nn

torch.manual_seed(17)


class Skip(gym.Wrapper):
    def __init__(self, env, n=2):
        super().__init__(env)
        self.n = n

    def step(self, action):
        total = 0.0
        for _ in range(self.n):
            obs, reward, done, info = self.env.step(action)  # expect: gym-step-signature  # raises: ValueError: too many values to unpack
            total += reward
            if done:
                break
        return obs, total, done, False, info


env = Skip(gym.make("CartPole-v1"))
policy = nn.Linear(4, 2)
opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
for episode in range(3):
    obs, _ = env.reset(seed=episode)
    logps, rewards, over = [], [], False
    while not over:
        dist = torch.distributions.Categorical(logits=policy(torch.as_tensor(obs)))
        a = dist.sample()
        obs, r, term, trunc, _ = env.step(a.item())
        logps.append(dist.log_prob(a))
        rewards.append(r)
        over = term or trunc
    returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
    loss = -(torch.stack(logps) * (returns - returns.mean())).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
