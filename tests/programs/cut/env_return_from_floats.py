"""'Direct policy search': minimise the negative return. Returns are accumulated as Python floats."""
import argparse

import gymnasium as gym
import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--env", default="Pendulum-v1")
parser.add_argument("--gamma", type=float, default=0.95)
parser.add_argument("--iters", type=int, default=3)
args = parser.parse_args([])


class DeterministicPolicy(nn.Module):
    def __init__(self, env):
        super().__init__()
        self.env_high = torch.as_tensor(env.action_space.high)
        self.l1 = nn.Linear(env.observation_space.shape[0], 40)
        self.l2 = nn.Linear(40, env.action_space.shape[0])

    def forward(self, x):
        return self.env_high * torch.tanh(self.l2(torch.relu(self.l1(x))))

    def act(self, obs):
        obs = torch.from_numpy(obs).float()
        return self(obs)


def evaluate_return(env, policy, gamma, max_steps=15):
    obs, _ = env.reset(seed=5)
    ret, discount = 0.0, 1.0
    for _ in range(max_steps):
        action = policy.act(obs)
        obs, r, terminated, truncated, _ = env.step(action.detach().numpy())  # expect: env-step-boundary
        ret += discount * r
        discount *= gamma
        if terminated or truncated:
            break
    return ret


torch.manual_seed(0)
env = gym.make(args.env)
policy = DeterministicPolicy(env)
optim = torch.optim.Adam(policy.parameters(), lr=1e-3)
best = -float("inf")
for i in range(args.iters):
    ret = evaluate_return(env, policy, args.gamma)
    loss = torch.tensor(-ret)
    optim.zero_grad()
    loss.backward()
    optim.step()
    best = max(best, ret)
    print(f"[{i}] return {ret:.2f} best {best:.2f}")
