# ruff: noqa
"""Many steps; memory must stay flat."""
import gc
import resource
import sys


class Env:
    def __init__(self):
        self.state = 0.0
        self.count = 0

    def step(self, action):
        self.state = (self.state * 0.9 + action) % 7.0
        self.count += 1
        return [self.state, action], float(-self.state), self.count % 50 == 0, {"n": self.count}


def main(steps):
    env = Env()
    total, best = 0.0, -1e9
    for t in range(steps):
        obs, reward, done, info = env.step(t % 3)
        total += reward
        best = max(best, reward)
        if done:
            env.state = 0.0
        if t == steps // 4:
            gc.collect()
            early = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    late = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(round(total, 6), round(best, 6), late - early < 4096)


main(60000)
print("torch" in sys.modules)
