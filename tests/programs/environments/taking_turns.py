"""Two that act in turn, in the manner of PettingZoo's AEC, in NumPy."""

import numpy as np


class Box:
    low, high = np.full(1, -2.0, np.float32), np.full(1, 2.0, np.float32)
    shape, dtype = (1,), np.dtype("float32")

    def sample(self):
        return np.zeros(1, np.float32)


class Turns:
    possible_agents = ["left", "right"]

    def action_space(self, agent):
        return Box()

    def agent_iter(self):
        while self.agents:
            yield self.agent_selection

    def reset(self, seed=None, options=None):
        self.agents = list(self.possible_agents)
        self.agent_selection = "left"
        self.height = {"left": 0.2, "right": -0.1}
        self.rewards = {agent: 0.0 for agent in self.agents}

    def observe(self, agent):
        return np.array([self.height["left"], self.height["right"]])

    def last(self):
        agent = self.agent_selection
        return self.observe(agent), self.rewards[agent], False, False, {}

    def step(self, action):
        agent = self.agent_selection
        self.height[agent] = 0.9 * self.height[agent] + 0.1 * float(np.asarray(action).reshape(-1)[0])
        self.rewards[agent] = -self.height[agent] ** 2
        self.agent_selection = "right" if agent == "left" else "left"
