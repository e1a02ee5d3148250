"""Train the reaching agent on Pendulum."""

import argparse
from collections import deque

import gymnasium as gym
import numpy as np
import torch
from agent import ReachAgent

KEYS = ("obs", "action", "reward", "next_obs", "done")


class Replay:
    """The last transitions, as plain arrays: no gradient is to pass through the past."""

    def __init__(self, capacity: int) -> None:
        self.rows: deque[tuple[np.ndarray, ...]] = deque(maxlen=capacity)

    def push(self, *row: np.ndarray) -> None:
        self.rows.append(tuple(np.asarray(part, dtype=np.float32) for part in row))

    def batch(self, size: int, rng: np.random.Generator) -> dict[str, torch.Tensor]:
        chosen = [self.rows[at] for at in rng.integers(len(self.rows), size=size)]
        return {key: torch.as_tensor(np.stack(column)) for key, column in zip(KEYS, zip(*chosen), strict=True)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--warmup", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    torch.manual_seed(options.seed)
    np.random.seed(options.seed)
    rng = np.random.default_rng(options.seed)
    env = gym.make("Pendulum-v1")
    agent = ReachAgent(env.observation_space.shape[0], env.action_space.shape[0], float(env.action_space.high[0]))
    replay = Replay(capacity=10_000)
    obs, _ = env.reset(seed=options.seed)
    for step in range(options.steps):
        action = agent.act(obs)
        next_obs, reward, terminated, truncated, _ = env.step(action)
        replay.push(obs, action, reward, next_obs, terminated)
        obs = env.reset()[0] if terminated or truncated else next_obs
        if step < options.warmup:
            continue
        batch = replay.batch(32, rng)
        critic_loss = agent.update_critic(batch)
        actor_loss = agent.update_actor(batch)
        agent.follow()
        if step % 50 == 0:
            print(f"step {step}: critic {critic_loss:.3f}, actor {actor_loss:.3f}")
    env.close()


if __name__ == "__main__":
    main()
