"""A parallel game of two, in the manner of PettingZoo: dictionaries by agent, in torch."""

import numpy as np
import torch


class Box:
    def __init__(self, size):
        self.low, self.high = -np.ones(size, np.float32), np.ones(size, np.float32)
        self.shape, self.dtype = (size,), np.dtype("float32")

    def sample(self):
        return np.zeros(self.shape, self.dtype)


class Pursuit:
    possible_agents = ["cat", "mouse"]

    def action_space(self, agent):
        return Box(2)

    def observation_space(self, agent):
        return Box(4)

    def reset(self, seed=None, options=None):
        self.agents = list(self.possible_agents)
        self.place = {"cat": torch.tensor([1.0, 0.0]), "mouse": torch.tensor([0.0, 0.5])}
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions):
        for agent in self.agents:
            move = torch.as_tensor(actions[agent], dtype=torch.get_default_dtype())
            self.place[agent] = self.place[agent] + 0.1 * torch.tanh(move)
        gap = (self.place["cat"] - self.place["mouse"]).pow(2).sum()
        rewards = {"cat": -gap, "mouse": gap}
        off = {agent: False for agent in self.agents}
        return self._seen(), rewards, off, off, {agent: {} for agent in self.agents}

    def _seen(self):
        both = torch.cat([self.place["cat"], self.place["mouse"]])
        return {agent: both for agent in self.agents}
