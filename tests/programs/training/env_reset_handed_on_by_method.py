"""Runner whose begin() hands back what reset gave."""
import gymnasium as gym
import torch
from torch import nn
from torch.distributions import Categorical


class Runner:
    def __init__(self, env, policy):
        self.env, self.policy = env, policy

    def begin(self, seed):
        return self.env.reset(seed=seed)  # expect: gym-reset-tuple

    def episode(self, seed, limit=40):
        obs = self.begin(seed)  # expect: gym-reset-tuple
        logps, rewards = [], []
        for _ in range(limit):
            dist = Categorical(logits=self.policy(torch.tensor(obs, dtype=torch.float32)))
            act = dist.sample()
            obs, r, term, trunc, _ = self.env.step(act.item())
            logps.append(dist.log_prob(act))
            rewards.append(r)
            if term or trunc:
                break
        return torch.stack(logps), torch.tensor(rewards)


torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))
opt = torch.optim.Adam(policy.parameters(), 1e-2)
runner = Runner(gym.make("CartPole-v1"), policy)
for seed in range(3):
    logps, rewards = runner.episode(seed)
    ret = rewards.flip(0).cumsum(0).flip(0)
    loss = -(logps * (ret - ret.mean())).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(seed, len(rewards))
