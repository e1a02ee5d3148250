"""Teach a small network to hold MuJoCo's inverted pendulum upright: push so that the next observation is close to zero."""

import gymnasium as gym
import numpy as np
import torch
from torch import nn

EPISODES = 8
HORIZON = 20
MAX_PUSH = 3.0
WEIGHTS = torch.tensor([0.2, 4.0, 0.05, 0.1])  # cart position, pole angle, and their speeds


class PushPolicy(nn.Module):
    """Observation (4,) to a push on the cart (1,)."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh())
        self.head = nn.Linear(64, 1)

    def forward(self, obs: torch.Tensor) -> torch.Tensor:
        return MAX_PUSH * torch.tanh(self.head(self.trunk(obs)))


class RunningScale:
    """Keeps the typical size of each observation entry, for logging only."""

    def __init__(self, size: int) -> None:
        self.total, self.count = np.zeros(size), 0

    def update(self, obs: np.ndarray) -> None:
        self.total += np.abs(obs)
        self.count += 1

    def mean(self) -> np.ndarray:
        return self.total / max(1, self.count)


def to_tensor(obs: np.ndarray) -> torch.Tensor:
    return torch.as_tensor(obs, dtype=torch.float32)


def distance_from_upright(obs: torch.Tensor) -> torch.Tensor:
    return (WEIGHTS * obs.pow(2)).sum()


def rollout_loss(env: gym.Env, policy: PushPolicy, scale: RunningScale, seed: int) -> torch.Tensor:
    """Mean distance from upright over one episode: what is to become small."""
    obs, _ = env.reset(seed=seed)
    distances = []
    for _ in range(HORIZON):
        push = policy(to_tensor(obs))
        next_obs, _, terminated, truncated, _ = env.step(push.detach().numpy())
        scale.update(next_obs)
        distances.append(distance_from_upright(to_tensor(next_obs)))
        obs = next_obs
        if terminated or truncated:
            break
    return torch.stack(distances).mean()


@torch.no_grad()
def mean_push(policy: PushPolicy, count: int = 64) -> float:
    """How hard the policy pushes around the upright position; a number for the log."""
    return policy(0.05 * torch.randn(count, 4)).abs().mean().item()


def main() -> None:
    torch.manual_seed(0)
    env = gym.make("InvertedPendulum-v5")
    policy = PushPolicy()
    optimizer = torch.optim.Adam(policy.parameters(), lr=3e-4)
    scale = RunningScale(4)
    print(f"before training: mean push {mean_push(policy):.3f}")
    for episode in range(EPISODES):
        loss = rollout_loss(env, policy, scale, seed=episode)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        optimizer.step()
        print(f"episode {episode}: loss {loss.item():.4f}, typical |obs| {scale.mean().round(3)}")
    env.close()


if __name__ == "__main__":
    main()
