"""PPO for a continuous action on Pendulum, as it should be: every cut in it is meant."""

import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.distributions import Normal

STEPS, UPDATES, EPOCHS, MINIBATCHES = 256, 4, 4, 4
DISCOUNT, TRACE, CLIP, ENTROPY, MAX_NORM = 0.95, 0.9, 0.2, 0.001, 0.5


class ActorCritic(nn.Module):
    def __init__(self, obs_size: int, action_size: int) -> None:
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(obs_size, 64), nn.Tanh(), nn.Linear(64, action_size))
        self.critic = nn.Sequential(nn.Linear(obs_size, 64), nn.Tanh(), nn.Linear(64, 1))
        self.log_std = nn.Parameter(torch.full((action_size,), -0.5))

    def policy(self, obs: torch.Tensor) -> Normal:
        return Normal(self.actor(obs), self.log_std.exp())

    def value(self, obs: torch.Tensor) -> torch.Tensor:
        return self.critic(obs).squeeze(-1)


class Memory:
    """One rollout. What goes in is data: the update computes log-probabilities and values anew."""

    def __init__(self) -> None:
        self.columns: dict[str, list[torch.Tensor]] = {}

    def add(self, **row: torch.Tensor) -> None:
        for name, entry in row.items():
            self.columns.setdefault(name, []).append(entry)

    def stacked(self) -> dict[str, torch.Tensor]:
        return {name: torch.stack(entries) for name, entries in self.columns.items()}


@torch.no_grad()
def collect(env: gym.Env, agent: ActorCritic, obs: torch.Tensor) -> tuple[dict[str, torch.Tensor], torch.Tensor, float]:
    memory, total = Memory(), 0.0
    for _ in range(STEPS):
        policy = agent.policy(obs)
        action = policy.sample()
        following, reward, terminated, truncated, _ = env.step(np.clip(action.numpy(), -2.0, 2.0))
        memory.add(
            obs=obs,
            action=action,
            log_prob=policy.log_prob(action).sum(-1),
            value=agent.value(obs),
            reward=torch.tensor(float(reward) / 10.0),
            alive=torch.tensor(1.0 - float(terminated or truncated)),
        )
        total += float(reward)
        obs = torch.as_tensor(env.reset()[0] if terminated or truncated else following)
    return memory.stacked(), obs, total


@torch.no_grad()
def advantages_of(batch: dict[str, torch.Tensor], last_value: torch.Tensor) -> torch.Tensor:
    advantages, running = torch.zeros(STEPS), torch.tensor(0.0)
    values = torch.cat([batch["value"], last_value.reshape(1)])
    for t in range(STEPS - 1, -1, -1):
        surprise = batch["reward"][t] + DISCOUNT * batch["alive"][t] * values[t + 1] - values[t]
        running = surprise + DISCOUNT * TRACE * batch["alive"][t] * running
        advantages[t] = running
    return advantages


def loss_of(agent: ActorCritic, batch: dict[str, torch.Tensor], rows: torch.Tensor) -> torch.Tensor:
    policy = agent.policy(batch["obs"][rows])
    ratio = (policy.log_prob(batch["action"][rows]).sum(-1) - batch["log_prob"][rows]).exp()
    weight = batch["advantage"][rows]
    weight = (weight - weight.mean()) / (weight.std() + 1e-8)
    surrogate = torch.min(ratio * weight, ratio.clamp(1.0 - CLIP, 1.0 + CLIP) * weight).mean()
    value_loss = 0.5 * (agent.value(batch["obs"][rows]) - batch["return"][rows]).pow(2).mean()
    return value_loss - surrogate - ENTROPY * policy.entropy().mean()


def main() -> None:
    torch.manual_seed(5)
    env = gym.make("Pendulum-v1")
    agent = ActorCritic(3, 1)
    optimizer = torch.optim.Adam(agent.parameters(), lr=1e-3, eps=1e-5)
    obs = torch.as_tensor(env.reset(seed=5)[0])
    for update in range(UPDATES):
        batch, obs, total = collect(env, agent, obs)
        batch["advantage"] = advantages_of(batch, agent.value(obs).detach())
        batch["return"] = batch["advantage"] + batch["value"]
        for _ in range(EPOCHS):
            for rows in torch.randperm(STEPS).chunk(MINIBATCHES):
                loss = loss_of(agent, batch, rows)
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), MAX_NORM)
                optimizer.step()
        print(f"update {update}: reward {total / STEPS:.3f} a step, loss {loss.item():.4f}")
    env.close()


if __name__ == "__main__":
    main()
