"""What both programs share: the task, how a policy is judged, and the record of a training."""

import csv
import time
from collections.abc import Callable
from pathlib import Path

import gymnasium as gym
import torch
from torch import nn

ENVIRONMENT = "InvertedPendulum-v5"
MAX_PUSH = 3.0
FULL_RETURN = 1000.0  # one for every step that the pole stays up, 1000 steps at most
EVALUATION_SEEDS = range(10_000, 10_005)

Policy = Callable[[torch.Tensor], torch.Tensor]


def network(outputs: int = 1) -> nn.Sequential:
    """Observation (…, 4) to (…, outputs)."""
    return nn.Sequential(nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, outputs))


def push(output: torch.Tensor) -> torch.Tensor:
    """A network's output as an action within its bounds."""
    return MAX_PUSH * torch.tanh(output)


@torch.no_grad()
def episode_return(policy: Policy, env: gym.Env, seed: int) -> float:
    """Sum of rewards in Gymnasium's own environment."""
    obs, _ = env.reset(seed=seed)
    total, over = 0.0, False
    while not over:
        obs, reward, terminated, truncated, _ = env.step(policy(torch.as_tensor(obs, dtype=torch.float32)).numpy())
        total, over = total + float(reward), terminated or truncated
    return total


class Record:
    """Evaluates a policy from time to time, on seeds that training never sees, and writes a table of the results.

    Seconds are of CPU time, evaluations not counted.
    """

    def __init__(self) -> None:
        self.env = gym.make(ENVIRONMENT)
        self.rows: list[list[float]] = []
        self.seconds, self.begun = 0.0, time.process_time()

    def evaluate(self, policy: Policy, steps: int) -> bool:
        """Whether every evaluation seed reaches the full return after training on `steps` environment steps."""
        self.seconds += time.process_time() - self.begun
        returns = [episode_return(policy, self.env, seed) for seed in EVALUATION_SEEDS]
        mean, least = sum(returns) / len(returns), min(returns)
        self.rows.append([steps, round(self.seconds, 1), mean, least])
        print(f"{steps:7d} steps  {self.seconds:6.1f} s  return: mean {mean:6.1f}, least {least:6.1f}", flush=True)
        self.begun = time.process_time()
        return least >= FULL_RETURN

    def save(self, path: Path) -> None:
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["environment steps", "CPU seconds", "mean return", "least return"])
            writer.writerows(self.rows)
