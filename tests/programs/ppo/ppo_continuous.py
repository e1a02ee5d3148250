"""PPO for continuous actions, in one file: Gymnasium vector environments, separate actor and critic, logs and checkpoint.

    python ppo_continuous.py --env Pendulum-v1 --total-steps 100000

One iteration: act for `rollout` steps in `envs` environments, estimate advantages, then go over what was collected for
`epochs` epochs of minibatches. Everything that is stored while acting is data; the update computes it anew.
"""

import argparse
import csv
import random
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.distributions import Independent, Normal

try:
    from torch.utils.tensorboard import SummaryWriter
except ImportError:
    SummaryWriter = None


def options_from_command_line() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    task = parser.add_argument_group("task")
    task.add_argument("--env", default="Pendulum-v1", help="a Gymnasium environment with a Box of actions")
    task.add_argument("--envs", type=int, default=4, help="environments that are stepped side by side")
    task.add_argument("--total-steps", type=int, default=8192, help="environment steps, all environments together")
    task.add_argument("--seed", type=int, default=1)
    task.add_argument("--threads", type=int, default=1, help="networks as small as these gain nothing from more")
    size = parser.add_argument_group("sizes")
    size.add_argument("--rollout", type=int, default=128, help="steps of each environment in one iteration")
    size.add_argument("--minibatches", type=int, default=8)
    size.add_argument("--epochs", type=int, default=6)
    size.add_argument("--hidden", type=int, default=64)
    learning = parser.add_argument_group("learning")
    learning.add_argument("--actor-rate", type=float, default=3e-4)
    learning.add_argument("--critic-rate", type=float, default=1e-3)
    learning.add_argument("--keep-rate", action="store_true", help="do not lower the learning rates over time")
    learning.add_argument("--discount", type=float, default=0.95)
    learning.add_argument("--trace", type=float, default=0.9, help="lambda of generalised advantage estimation")
    learning.add_argument("--clip", type=float, default=0.2)
    learning.add_argument("--clip-values", action="store_true", help="clip the critic's steps as well")
    learning.add_argument("--entropy-weight", type=float, default=0.0)
    learning.add_argument("--smoothness-weight", type=float, default=0.02, help="0 switches smoothing of the policy off")
    learning.add_argument("--max-norm", type=float, default=0.5)
    learning.add_argument("--target-kl", type=float, default=0.03, help="leave an update early past this divergence")
    output = parser.add_argument_group("output")
    output.add_argument("--log-dir", type=Path, default=Path("runs"))
    output.add_argument("--quiet", action="store_true")
    return parser.parse_args()


class Log:
    """Scalars over time, for TensorBoard where it is installed, else one row a value in a CSV file."""

    def __init__(self, folder: Path, settings: dict[str, Any]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.board = SummaryWriter(str(folder)) if SummaryWriter is not None else None
        self.file = None if self.board is not None else open(folder / "scalars.csv", "w", newline="", encoding="utf-8")
        self.rows = csv.writer(self.file) if self.file is not None else None
        if self.rows is not None:
            self.rows.writerow(["step", "name", "value"])
        lines = [f"{name}: {value}" for name, value in sorted(settings.items())]
        (folder / "settings.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def scalar(self, name: str, value: float, step: int) -> None:
        if self.board is not None:
            self.board.add_scalar(name, value, step)
        elif self.rows is not None:
            self.rows.writerow([step, name, f"{value:.6g}"])

    def close(self) -> None:
        for stream in (self.board, self.file):
            if stream is not None:
                stream.close()


class ObservationScaler:
    """Mean and variance of all observations so far; scaling uses them as constants."""

    def __init__(self, size: int) -> None:
        self.mean, self.variance, self.count = np.zeros(size), np.ones(size), 1e-4

    def update(self, obs: np.ndarray) -> None:
        count = obs.shape[0]
        difference = obs.mean(axis=0) - self.mean
        total = self.count + count
        self.mean = self.mean + difference * count / total
        spread = self.variance * self.count + obs.var(axis=0) * count
        self.variance = (spread + difference**2 * self.count * count / total) / total
        self.count = total

    def __call__(self, obs: np.ndarray) -> torch.Tensor:
        scaled = (obs - self.mean) / np.sqrt(self.variance + 1e-8)
        return torch.as_tensor(np.clip(scaled, -10.0, 10.0), dtype=torch.float32)


def layer(inputs: int, outputs: int, gain: float = 2**0.5) -> nn.Linear:
    made = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(made.weight, gain)
    nn.init.zeros_(made.bias)
    return made


class Actor(nn.Module):
    """A Gaussian whose mean depends on the observation and whose spread does not."""

    def __init__(self, obs_size: int, action_size: int, hidden: int) -> None:
        super().__init__()
        self.mean = nn.Sequential(
            layer(obs_size, hidden), nn.Tanh(), layer(hidden, hidden), nn.Tanh(), layer(hidden, action_size, 0.01)
        )
        self.log_std = nn.Parameter(torch.zeros(action_size))

    def forward(self, obs: torch.Tensor) -> Independent:
        return Independent(Normal(self.mean(obs), self.log_std.exp()), 1)


class Critic(nn.Module):
    def __init__(self, obs_size: int, hidden: int) -> None:
        super().__init__()
        self.value = nn.Sequential(
            layer(obs_size, hidden), nn.Tanh(), layer(hidden, hidden), nn.Tanh(), layer(hidden, 1, 1.0)
        )

    def forward(self, obs: torch.Tensor) -> torch.Tensor:
        return self.value(obs).squeeze(-1)


@dataclass
class Rollout:
    """What one iteration has seen: tensors of shape (steps, environments, …). No row of it has a graph."""

    obs: torch.Tensor
    actions: torch.Tensor
    log_probs: torch.Tensor
    values: torch.Tensor
    rewards: torch.Tensor
    terminated: torch.Tensor
    done: torch.Tensor
    valid: torch.Tensor

    @classmethod
    def empty(cls, steps: int, envs: int, obs_size: int, action_size: int) -> "Rollout":
        flat = [torch.zeros(steps, envs) for _ in range(6)]
        return cls(torch.zeros(steps, envs, obs_size), torch.zeros(steps, envs, action_size), *flat)


@dataclass
class Batch:
    """The rollout laid out flat, one row a step that is worth learning from."""

    obs: torch.Tensor
    actions: torch.Tensor
    log_probs: torch.Tensor
    values: torch.Tensor
    advantages: torch.Tensor
    returns: torch.Tensor

    def __len__(self) -> int:
        return self.obs.shape[0]


class Collector:
    """Steps the environments with the current policy. A step after an episode's end only resets, and is not valid."""

    def __init__(self, envs: gym.vector.VectorEnv, scaler: ObservationScaler, options: argparse.Namespace) -> None:
        self.envs, self.scaler, self.options = envs, scaler, options
        self.low, self.high = envs.single_action_space.low, envs.single_action_space.high
        first, _ = envs.reset(seed=options.seed)
        scaler.update(first)
        self.obs = scaler(first)
        self.fresh = torch.ones(options.envs)
        self.finished: deque[float] = deque(maxlen=20)

    def to_environment(self, action: torch.Tensor) -> np.ndarray:
        return np.clip(action.cpu().numpy(), self.low, self.high)

    def advance(self, action: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """One step of all environments: (next observation, reward, terminated, done)."""
        raw, reward, terminated, truncated, info = self.envs.step(self.to_environment(action))
        self.scaler.update(raw)
        if "_episode" in info:
            self.finished.extend(info["episode"]["r"][info["_episode"]].tolist())
        ended = np.logical_or(terminated, truncated)
        columns = (torch.as_tensor(column, dtype=torch.float32) for column in (reward, terminated, ended))
        return self.scaler(raw), *columns

    @torch.no_grad()
    def collect(self, actor: Actor, critic: Critic) -> Rollout:
        rollout = Rollout.empty(self.options.rollout, self.options.envs, self.obs.shape[-1], self.low.shape[0])
        for step in range(self.options.rollout):
            policy = actor(self.obs)
            action = policy.sample()
            rollout.obs[step] = self.obs
            rollout.actions[step] = action
            rollout.log_probs[step] = policy.log_prob(action)
            rollout.values[step] = critic(self.obs)
            rollout.valid[step] = self.fresh
            self.obs, reward, terminated, done = self.advance(action)
            rollout.rewards[step] = reward
            rollout.terminated[step] = terminated
            rollout.done[step] = done
            self.fresh = 1.0 - done
        return rollout


@torch.no_grad()
def flatten(rollout: Rollout, last_value: torch.Tensor, discount: float, trace: float) -> Batch:
    """Generalised advantage estimation. A truncated episode is bootstrapped, a terminated one is not."""
    steps = rollout.rewards.shape[0]
    advantages = torch.zeros_like(rollout.rewards)
    running = torch.zeros_like(last_value)
    following = last_value
    for step in reversed(range(steps)):
        target = rollout.rewards[step] + discount * (1.0 - rollout.terminated[step]) * following
        surprise = target - rollout.values[step]
        running = surprise + discount * trace * (1.0 - rollout.done[step]) * running
        advantages[step] = running
        following = rollout.values[step]
    keep = rollout.valid.flatten() > 0.5
    columns = (rollout.obs, rollout.actions, rollout.log_probs, rollout.values)
    obs, actions, log_probs, values = (column.flatten(0, 1)[keep] for column in columns)
    flat_advantages = advantages.flatten()[keep]
    return Batch(obs, actions, log_probs, values, flat_advantages, flat_advantages + values)


class Learner:
    """Actor and critic with an optimizer each."""

    def __init__(self, obs_size: int, action_size: int, options: argparse.Namespace) -> None:
        self.options = options
        self.actor = Actor(obs_size, action_size, options.hidden)
        self.critic = Critic(obs_size, options.hidden)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=options.actor_rate, eps=1e-5)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=options.critic_rate, eps=1e-5)

    def anneal(self, left: float) -> None:
        """Set the learning rates for the part of the training that is left, from 1 to 0."""
        pairs = ((self.actor_optimizer, self.options.actor_rate), (self.critic_optimizer, self.options.critic_rate))
        for optimizer, rate in pairs:
            for group in optimizer.param_groups:
                group["lr"] = rate * left

    def policy_loss(self, batch: Batch, rows: torch.Tensor) -> tuple[torch.Tensor, dict[str, float]]:
        """The clipped surrogate on some rows, and what is worth knowing about it."""
        with torch.no_grad():
            weights = batch.advantages[rows]
            weights = (weights - weights.mean()) / (weights.std() + 1e-8)
        policy = self.actor(batch.obs[rows])
        new_log_probs = policy.log_prob(batch.actions[rows])
        old_log_probs = batch.log_probs[rows].detach()
        log_ratio = new_log_probs - old_log_probs
        ratio = log_ratio.exp()
        clipped = ratio.clamp(1.0 - self.options.clip, 1.0 + self.options.clip)
        loss = -torch.min(ratio * weights, clipped * weights).mean()
        if self.options.entropy_weight > 0.0:
            loss = loss - self.options.entropy_weight * policy.entropy().mean()
        with torch.no_grad():
            facts = {
                "kl": ((ratio - 1.0) - log_ratio).mean().item(),
                "clipped": ((ratio - 1.0).abs() > self.options.clip).float().mean().item(),
                "std": self.actor.log_std.exp().mean().item(),
            }
        return loss, facts

    def value_loss(self, batch: Batch, rows: torch.Tensor) -> torch.Tensor:
        values, returns = self.critic(batch.obs[rows]), batch.returns[rows]
        error = (values - returns).pow(2)
        if self.options.clip_values:
            old = batch.values[rows]
            near = old + (values - old).clamp(-self.options.clip, self.options.clip)
            error = torch.max(error, (near - returns).pow(2))
        return 0.5 * error.mean()

    def take_step(self, loss: torch.Tensor, module: nn.Module, optimizer: torch.optim.Optimizer) -> float:
        optimizer.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(module.parameters(), self.options.max_norm)
        optimizer.step()
        return float(norm)

    def update(self, batch: Batch) -> dict[str, float]:
        """All epochs over one batch; ends early where the policy has moved far from the one that acted."""
        told: dict[str, float] = {}
        for epoch in range(self.options.epochs):
            divergences = []
            for rows in torch.randperm(len(batch)).chunk(self.options.minibatches):
                value_loss = self.value_loss(batch, rows)
                self.take_step(value_loss, self.critic, self.critic_optimizer)
                policy_loss, facts = self.policy_loss(batch, rows)
                norm = self.take_step(policy_loss, self.actor, self.actor_optimizer)
                divergences.append(facts["kl"])
                told = {**facts, "policy_loss": policy_loss.item(), "value_loss": value_loss.item(), "norm": norm}
            told["epochs"] = epoch + 1
            if np.mean(divergences) > self.options.target_kl:
                break
        unexplained = (batch.returns - batch.values).var() / (batch.returns.var() + 1e-8)
        told["explained"] = 1.0 - unexplained.item()
        return told

    def smooth(self, collector: Collector, steps: int = 4) -> float:
        """A few steps in the environments that keep actions at neighbouring observations close to each other."""
        total = torch.zeros(())
        for _ in range(steps):
            obs = collector.obs
            action = self.actor(obs).sample()
            next_obs, _, _, done = collector.advance(action)
            change = self.actor.mean(next_obs) - self.actor.mean(obs)
            total = total + ((1.0 - done) * change.pow(2).sum(-1)).mean()
            collector.obs, collector.fresh = next_obs, 1.0 - done
        smoothness_loss = self.options.smoothness_weight * total / steps
        self.take_step(smoothness_loss, self.actor, self.actor_optimizer)
        return smoothness_loss.item()


def evaluate(actor: Actor, scaler: ObservationScaler, options: argparse.Namespace) -> float:
    """Return of one episode without noise, in an environment of its own."""
    env = gym.make(options.env)
    obs, _ = env.reset(seed=10_000 + options.seed)
    total, over = 0.0, False
    with torch.inference_mode():
        while not over:
            action = actor.mean(scaler(obs)).numpy()
            obs, reward, terminated, truncated, _ = env.step(
                np.clip(action, env.action_space.low, env.action_space.high)
            )
            total += float(reward)
            over = terminated or truncated
    env.close()
    return total


def save(learner: Learner, scaler: ObservationScaler, file: Path) -> None:
    weights = {name: entry.detach().cpu().clone() for name, entry in learner.actor.state_dict().items()}
    torch.save({"actor": weights, "mean": scaler.mean.tolist(), "variance": scaler.variance.tolist()}, file)


def train(options: argparse.Namespace) -> float:
    random.seed(options.seed)
    np.random.seed(options.seed)
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    envs = gym.vector.SyncVectorEnv([lambda: gym.make(options.env) for _ in range(options.envs)])
    envs = gym.wrappers.vector.RecordEpisodeStatistics(envs)
    obs_size, action_size = envs.single_observation_space.shape[0], envs.single_action_space.shape[0]
    scaler = ObservationScaler(obs_size)
    learner, collector = Learner(obs_size, action_size, options), Collector(envs, scaler, options)
    log = Log(options.log_dir / f"{options.env}-{options.seed}", vars(options))
    per_iteration = options.envs * options.rollout
    iterations = max(1, options.total_steps // per_iteration)
    began = time.perf_counter()
    for iteration in range(iterations):
        if not options.keep_rate:
            learner.anneal(1.0 - iteration / iterations)
        rollout = collector.collect(learner.actor, learner.critic)
        with torch.no_grad():
            last_value = learner.critic(collector.obs)
        batch = flatten(rollout, last_value, options.discount, options.trace)
        told = learner.update(batch)
        if options.smoothness_weight > 0.0:
            told["smoothness"] = learner.smooth(collector)
        told["reward"] = rollout.rewards.mean().item()
        told["steps_per_second"] = (iteration + 1) * per_iteration / (time.perf_counter() - began)
        for name, value in told.items():
            log.scalar(f"train/{name}", value, (iteration + 1) * per_iteration)
        if not options.quiet:
            recent = np.mean(collector.finished) if collector.finished else float("nan")
            print(f"{(iteration + 1) * per_iteration:>8} steps  return {recent:9.2f}  kl {told['kl']:.4f}", flush=True)
    result = evaluate(learner.actor, scaler, options)
    log.scalar("evaluation/return", result, iterations * per_iteration)
    save(learner, scaler, options.log_dir / f"{options.env}-{options.seed}" / "actor.pt")
    log.close()
    envs.close()
    return result


if __name__ == "__main__":
    print(f"return without noise: {train(options_from_command_line()):.2f}")
