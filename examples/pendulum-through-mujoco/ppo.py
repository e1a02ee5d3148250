"""The same task by proximal policy optimisation, which asks the simulator for rewards only.

    python ppo.py [--seed S] [--save curves/ppo-S.csv]
"""

import argparse
from pathlib import Path

import gymnasium as gym
import numpy as np
import torch
from pendulum import ENVIRONMENT, Record, network, push
from torch import nn
from torch.distributions import Normal

ENVS = 16
HORIZON = 128
EPOCHS, MINIBATCHES = 10, 8
GAMMA, LAMBDA, CLIP = 0.99, 0.95, 0.2


class Agent(nn.Module):
    """A Gaussian policy and a value function. The distribution is over the output before `push` bounds it."""

    def __init__(self) -> None:
        super().__init__()
        self.mean, self.value = network(), network()
        self.log_std = nn.Parameter(torch.full((1,), -0.5))

    def policy(self, obs: torch.Tensor) -> Normal:
        return Normal(self.mean(obs), self.log_std.exp())


@torch.no_grad()
def collect(agent: Agent, envs: gym.vector.VectorEnv, obs: np.ndarray) -> tuple[dict[str, torch.Tensor], np.ndarray]:
    """HORIZON steps of every environment: what was seen and done, with advantages and returns (GAE)."""
    rows = []
    for _ in range(HORIZON):
        seen = torch.as_tensor(obs, dtype=torch.float32)
        dist = agent.policy(seen)
        output = dist.sample()
        obs, reward, terminated, truncated, _ = envs.step(push(output).numpy())
        after = torch.as_tensor(obs, dtype=torch.float32)
        rows.append(
            {
                "obs": seen,
                "output": output,
                "log_prob": dist.log_prob(output).sum(-1),
                "value": agent.value(seen).squeeze(-1),
                "next_value": agent.value(after).squeeze(-1),
                "reward": torch.as_tensor(reward, dtype=torch.float32),
                "alive": torch.as_tensor(~terminated, dtype=torch.float32),
                "goes_on": torch.as_tensor(~(terminated | truncated), dtype=torch.float32),
            }
        )
        over = terminated | truncated
        if over.any():
            obs, _ = envs.reset(options={"reset_mask": over})
    batch = {key: torch.stack([row[key] for row in rows]) for key in rows[0]}
    advantage, advantages = torch.zeros(ENVS), []
    for t in reversed(range(HORIZON)):
        delta = batch["reward"][t] + GAMMA * batch["next_value"][t] * batch["alive"][t] - batch["value"][t]
        advantage = delta + GAMMA * LAMBDA * batch["goes_on"][t] * advantage
        advantages.insert(0, advantage)
    batch["advantage"] = torch.stack(advantages)
    batch["return"] = batch["advantage"] + batch["value"]
    return {key: value.flatten(0, 1) for key, value in batch.items()}, obs


def update(agent: Agent, optimizer: torch.optim.Optimizer, batch: dict[str, torch.Tensor]) -> None:
    """The clipped surrogate, several epochs in minibatches."""
    for _ in range(EPOCHS):
        for rows in torch.randperm(ENVS * HORIZON).chunk(MINIBATCHES):
            dist = agent.policy(batch["obs"][rows])
            ratio = (dist.log_prob(batch["output"][rows]).sum(-1) - batch["log_prob"][rows]).exp()
            advantage = batch["advantage"][rows]
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            surrogate = torch.min(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
            value_loss = (agent.value(batch["obs"][rows]).squeeze(-1) - batch["return"][rows]).square().mean()
            optimizer.zero_grad()
            (0.5 * value_loss - surrogate).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--iterations", type=int, default=300)
    parser.add_argument("--save", type=Path)
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(1)
    envs = gym.make_vec(
        ENVIRONMENT,
        num_envs=ENVS,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": gym.vector.AutoresetMode.DISABLED},
    )
    agent = Agent()
    optimizer = torch.optim.Adam(agent.parameters(), lr=1e-3)
    record = Record()
    obs, _ = envs.reset(seed=arguments.seed)
    for iteration in range(arguments.iterations):
        steps = iteration * ENVS * HORIZON
        if iteration % 2 == 0 and record.evaluate(lambda seen: push(agent.mean(seen)), steps):
            break
        batch, obs = collect(agent, envs, obs)
        update(agent, optimizer, batch)
    if arguments.save:
        record.save(arguments.save)
    envs.close()


if __name__ == "__main__":
    main()
