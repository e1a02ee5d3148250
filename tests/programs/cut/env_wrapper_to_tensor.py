"""Continuous control with a wrapper that hides numpy from the agent."""
import gymnasium as gym
import torch
import torch.nn as nn


class TorchIO(gym.Wrapper):
    def __init__(self, env, device="cpu"):
        super().__init__(env)
        self.device = device

    def _t(self, x):
        return torch.as_tensor(x, dtype=torch.float32, device=self.device)

    def reset(self, **kw):
        obs, info = self.env.reset(**kw)
        return self._t(obs), info

    def step(self, action):
        obs, rew, term, trunc, info = self.env.step(action.detach().cpu().numpy())  # expect: env-step-boundary
        return self._t(obs), self._t(rew), term, trunc, info


class Agent:
    def __init__(self, env):
        o, a = env.observation_space.shape[0], env.action_space.shape[0]
        self.pi = nn.Sequential(nn.Linear(o, 32), nn.Tanh(), nn.Linear(32, a), nn.Tanh())
        self.opt = torch.optim.Adam(self.pi.parameters(), 3e-4)

    def episode(self, env, horizon):
        obs, _ = env.reset(seed=0)
        total = torch.zeros(())
        for t in range(horizon):
            obs, rew, term, trunc, _ = env.step(self.pi(obs))
            total = total + 0.99**t * rew
            if term or trunc:
                break
        return total

    def train(self, env, iterations=3):
        for i in range(iterations):
            objective = self.episode(env, 10)
            self.opt.zero_grad()
            (-objective).backward()
            self.opt.step()
            print(i, objective.item())


torch.manual_seed(0)
env = TorchIO(gym.make("InvertedDoublePendulum-v5"))
Agent(env).train(env)
