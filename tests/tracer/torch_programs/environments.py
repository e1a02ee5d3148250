# ruff: noqa
"""gymnasium under the tracer, in this process and in others."""

import gymnasium as gym
import numpy as np


class Counting(gym.Env):
    observation_space = gym.spaces.Box(-np.inf, np.inf, (2,), np.float32)
    action_space = gym.spaces.Discrete(2)

    def __init__(self, start=0):
        self.start, self.t = start, 0

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.t = self.start
        return self._observation(), {}

    def _observation(self):
        return np.array([self.t, -self.t], dtype=np.float32)

    def step(self, action):
        self.t += int(action) + 1
        return self._observation(), float(self.t), self.t >= 6, False, {"t": self.t}


class Scaled(gym.ObservationWrapper):
    def observation(self, observation):
        return observation * np.float32(abs(2))


def rollout(env, steps=4):
    observation, info = env.reset(seed=1)
    rewards = []
    for i in range(steps):
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample() * 0 + 1)
        rewards.append(reward)
    env.close()
    return np.asarray(observation).tolist(), np.asarray(rewards).tolist()


def main():
    print(rollout(Scaled(gym.wrappers.TimeLimit(Counting(), 9))))
    factories = [lambda n=n: Scaled(Counting(start=n)) for n in range(2)]
    print(rollout(gym.vector.SyncVectorEnv(factories)))
    for context in ("fork", "spawn"):
        print(rollout(gym.vector.AsyncVectorEnv(factories, context=context)))
    gym.register("Counting-v0", entry_point=lambda **kwargs: Counting(**kwargs))
    print(rollout(gym.make("Counting-v0", start=2)))
    env = gym.make("CartPole-v1")
    print(rollout(env, 3), Scaled(Counting()).unwrapped.start)


if __name__ == "__main__":
    main()
