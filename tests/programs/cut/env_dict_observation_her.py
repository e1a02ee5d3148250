"""Goal environment with dictionary observations; the loss compares achieved and desired goals."""
import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn


class PushEnv(gym.Env):
    metadata = {"render_modes": []}

    def __init__(self):
        box = gym.spaces.Box(-5, 5, (2,), np.float64)
        self.observation_space = gym.spaces.Dict(observation=box, achieved_goal=box, desired_goal=box)
        self.action_space = gym.spaces.Box(-1, 1, (2,), np.float32)

    def _obs(self):
        return {"observation": self.v.copy(), "achieved_goal": self.x.copy(), "desired_goal": self.goal.copy()}

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.x, self.v = np.zeros(2), np.zeros(2)
        self.goal = self.np_random.uniform(-1, 1, 2)
        return self._obs(), {}

    def step(self, a):
        self.v = 0.8 * self.v + 0.2 * a
        self.x = self.x + 0.1 * self.v
        return self._obs(), -np.abs(self.x - self.goal).sum(), False, False, {}


def flatten(obs, keys=("observation", "achieved_goal", "desired_goal")):
    return torch.cat([torch.as_tensor(obs[k], dtype=torch.float32) for k in keys])


class GoalPolicy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(6, 32), nn.Tanh(), nn.Linear(32, 2), nn.Tanh())

    @torch.no_grad()
    def greedy(self, obs):
        return self.net(flatten(obs)).numpy()

    def forward(self, obs):
        return self.net(flatten(obs))


def goal_loss(episode):
    achieved = torch.stack([torch.as_tensor(o["achieved_goal"]) for o in episode])
    desired = torch.stack([torch.as_tensor(o["desired_goal"]) for o in episode])
    return (achieved - desired).norm(dim=-1).mean()


torch.manual_seed(0)
env, policy = gym.wrappers.TimeLimit(PushEnv(), 50), GoalPolicy()
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
for i in range(3):
    obs, _ = env.reset(seed=i)
    episode = []
    for _ in range(10):
        action = policy(obs)
        obs, reward, term, trunc, _ = env.step(action.detach().numpy())  # expect: env-step-boundary
        episode.append(obs)
    loss = goal_loss(episode)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(i, loss.item(), policy.greedy(obs))
