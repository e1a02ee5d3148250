"""A deterministic actor with its critic, in the manner of DDPG."""

import copy

import numpy as np
import torch
from torch import nn


def mlp(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(inputs, 48), nn.ReLU(), nn.Linear(48, outputs))


class ReachAgent:
    """Acts, remembers nothing, and learns from the batches that it is given."""

    def __init__(self, obs_size: int, action_size: int, limit: float, discount: float = 0.97) -> None:
        self.actor = mlp(obs_size, action_size)
        self.critic = mlp(obs_size + action_size, 1)
        self.target_critic = copy.deepcopy(self.critic).requires_grad_(False)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=2e-3)
        self.limit, self.discount = limit, discount

    def squashed(self, raw: np.ndarray) -> np.ndarray:
        """The raw output of the actor, brought into the range of the motors."""
        return self.limit * np.tanh(raw)

    def act(self, obs: np.ndarray, noise: float = 0.1) -> np.ndarray:
        """One action for the environment, with some noise to explore."""
        with torch.no_grad():
            raw = self.actor(torch.as_tensor(obs, dtype=torch.float32)).numpy()
        action = self.squashed(raw) + noise * np.random.randn(*raw.shape)
        return np.clip(action, -self.limit, self.limit).astype(np.float32)

    def best_action(self, obs: torch.Tensor) -> torch.Tensor:
        """What the actor would do in each state of a batch."""
        raw = self.actor(obs)
        return torch.from_numpy(self.squashed(raw.detach().cpu().numpy()))

    def value(self, critic: nn.Module, obs: torch.Tensor, action: torch.Tensor) -> torch.Tensor:
        return critic(torch.cat([obs, action], dim=-1)).squeeze(-1)

    def update_critic(self, batch: dict[str, torch.Tensor]) -> float:
        with torch.no_grad():
            following = self.value(self.target_critic, batch["next_obs"], self.best_action(batch["next_obs"]))
            target = batch["reward"] + self.discount * (1.0 - batch["done"]) * following
        loss = (self.value(self.critic, batch["obs"], batch["action"]) - target).pow(2).mean()
        self.critic_optimizer.zero_grad()
        loss.backward()
        self.critic_optimizer.step()
        return loss.item()

    def update_actor(self, batch: dict[str, torch.Tensor]) -> float:
        """Move the actor uphill on the critic, whose own parameters stand still meanwhile."""
        self.critic.requires_grad_(False)
        actor_loss = -self.value(self.critic, batch["obs"], self.best_action(batch["obs"])).mean()
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()
        self.critic.requires_grad_(True)
        return actor_loss.item()

    @torch.no_grad()
    def follow(self, rate: float = 0.02) -> None:
        for slow, fast in zip(self.target_critic.parameters(), self.critic.parameters(), strict=True):
            slow.lerp_(fast, rate)
