"""Single shooting: optimise a sequence of actions directly, by gradient, through the environment."""
import copy

import gymnasium as gym
import numpy as np
import torch

env = gym.make("Pendulum-v1").unwrapped
rng = np.random.default_rng(0)
horizon = 10

plan = torch.nn.Parameter(torch.from_numpy(rng.normal(0, 0.5, (horizon, 1))).float())
optimizer = torch.optim.Adam([plan], lr=0.1)


def rollout(plan):
    env.reset(seed=3)
    sim = copy.deepcopy(env)
    states = []
    for u in plan:
        obs, _, done, _, _ = sim.step(np.clip(u.tolist(), -2.0, 2.0))  # expect: env-step-boundary
        states.append(torch.as_tensor(obs))
    return torch.stack(states)


def objective(states, plan):
    upright = torch.tensor([1.0, 0.0, 0.0])
    effort = plan.detach().square().mean()
    return (states - upright).square().sum(-1).mean() + 0.01 * effort


for iteration in range(4):
    optimizer.zero_grad()
    cost = objective(rollout(plan), plan)
    cost.backward()
    optimizer.step()
    print(iteration, float(cost))
