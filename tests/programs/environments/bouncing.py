"""Old interface, a float state, and a stiff wall: differences at several step sizes disagree."""

import numpy as np


class Box:
    low = np.array([-1.0])
    high = np.array([1.0])
    shape = (1,)
    dtype = np.dtype("float64")

    def sample(self):
        return np.zeros(1)


class Wall:
    action_space = Box()

    def reset(self):
        self.x = 0.0
        return np.array([self.x])

    def step(self, action):
        ripple = 1e-3 * np.sin(float(action[0]) / 1e-4)
        self.x = self.x + 0.1 * float(action[0]) + ripple
        return np.array([self.x]), -abs(self.x), False, {}
