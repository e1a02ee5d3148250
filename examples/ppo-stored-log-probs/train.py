"""PPO on CartPole: collect with the current policy, then update on minibatches of what was collected."""

from dataclasses import dataclass, fields

import gymnasium as gym
import torch
from torch import nn
from torch.distributions import Categorical

STEPS, UPDATES, EPOCHS, MINIBATCH = 256, 3, 4, 64
DISCOUNT, TRACE, CLIP = 0.99, 0.95, 0.2


class Policy(nn.Module):
    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh())
        self.logits = nn.Linear(64, actions)

    def forward(self, obs: torch.Tensor) -> Categorical:
        return Categorical(logits=self.logits(self.body(obs)))


@dataclass
class Rollout:
    """What was seen while acting; every field has one row a step."""

    obs: torch.Tensor
    actions: torch.Tensor
    log_probs: torch.Tensor
    rewards: torch.Tensor
    dones: torch.Tensor
    values: torch.Tensor

    @classmethod
    def empty(cls, steps: int, inputs: int) -> "Rollout":
        return cls(torch.zeros(steps, inputs), *(torch.zeros(steps) for _ in fields(cls)[1:]))


def collect(env: gym.Env, obs: torch.Tensor, policy: Policy, critic: nn.Module) -> tuple[Rollout, torch.Tensor]:
    rollout = Rollout.empty(STEPS, obs.numel())
    for t in range(STEPS):
        with torch.no_grad():  # acting needs no graph
            dist = policy(obs)
            action = dist.sample()
            rollout.log_probs[t] = dist.log_prob(action)
            rollout.values[t] = critic(obs).squeeze(-1)
        following, reward, terminated, truncated, _ = env.step(action.item())
        rollout.obs[t], rollout.actions[t], rollout.rewards[t] = obs, action, reward
        rollout.dones[t] = float(terminated or truncated)
        obs = torch.as_tensor(env.reset()[0] if terminated or truncated else following)
    return rollout, obs


@torch.no_grad()
def advantages_of(rollout: Rollout, last_value: torch.Tensor) -> torch.Tensor:
    advantages, running, following = torch.zeros(STEPS), torch.tensor(0.0), last_value
    for t in reversed(range(STEPS)):
        alive = 1.0 - rollout.dones[t]
        surprise = rollout.rewards[t] + DISCOUNT * alive * following - rollout.values[t]
        running = surprise + DISCOUNT * TRACE * alive * running
        advantages[t], following = running, rollout.values[t]
    return advantages


def policy_loss(rollout: Rollout, advantages: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
    """The clipped surrogate of PPO on some rows of the rollout."""
    weights = (advantages[rows] - advantages.mean()) / (advantages.std() + 1e-8)
    new_log_probs = rollout.log_probs[rows]
    ratio = torch.exp(new_log_probs - rollout.log_probs[rows].detach())
    return -torch.min(ratio * weights, ratio.clamp(1.0 - CLIP, 1.0 + CLIP) * weights).mean()


def main() -> None:
    torch.manual_seed(4)
    env = gym.make("CartPole-v1")
    policy, critic = Policy(4, 2), nn.Sequential(nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 1))
    policy_optimizer = torch.optim.Adam(policy.parameters(), lr=3e-4)
    critic_optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)
    obs = torch.as_tensor(env.reset(seed=4)[0])
    for update in range(UPDATES):
        rollout, obs = collect(env, obs, policy, critic)
        advantages = advantages_of(rollout, critic(obs).squeeze(-1).detach())
        returns = advantages + rollout.values
        for _ in range(EPOCHS):
            for rows in torch.randperm(STEPS).split(MINIBATCH):
                critic_loss = (critic(rollout.obs[rows]).squeeze(-1) - returns[rows]).pow(2).mean()
                critic_optimizer.zero_grad()
                critic_loss.backward()
                critic_optimizer.step()
                loss = policy_loss(rollout, advantages, rows)
                policy_optimizer.zero_grad()
                loss.backward()
                policy_optimizer.step()
        print(f"update {update}: mean reward {rollout.rewards.mean():.2f}, critic loss {critic_loss.item():.3f}")
    env.close()


if __name__ == "__main__":
    main()
