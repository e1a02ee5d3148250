"""Balance MuJoCo's inverted pendulum by back-propagating a loss on its observations through the simulator.

    python train.py [--seed S] [--save curves/bridge-S.csv]
"""

import argparse
from pathlib import Path

import torch
from gradhelp.bridges.mujoco import DifferentiableEnv, State, rollout
from pendulum import ENVIRONMENT, Record, network, push

BATCH = 8
FIRST_HORIZON, LAST_HORIZON = 10, 100  # in between it grows by 2 with each iteration
MAX_NORM = 1.0  # bound on what one step hands back: the pole is unstable, so gradients grow along the horizon
WEIGHTS = torch.tensor([1.0, 4.0, 0.1, 0.1])  # cart position, pole angle, and their speeds
SPREAD = torch.tensor([0.6, 0.1, 0.5, 0.5])  # how far from upright training begins


def observe(state: State) -> torch.Tensor:
    """The environment's observation, in torch."""
    return torch.cat([state.qpos, state.qvel], dim=-1)


def survived(before: State, action: torch.Tensor, after: State) -> torch.Tensor:
    """The environment's reward. It has no gradient; the loss below does without."""
    return (after.qpos[:, 1].abs() <= 0.2).float()


def start(env: DifferentiableEnv, seed: int) -> tuple[torch.Tensor, State]:
    """An episode may begin in any state that one hands in: here further from upright than the environment's own."""
    _, state = env.reset(seed)
    offset = SPREAD * (2 * torch.rand(BATCH, 4) - 1)
    state = state._replace(qpos=state.qpos + offset[:, :2], qvel=state.qvel + offset[:, 2:])
    return observe(state).float(), state


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--iterations", type=int, default=300)
    parser.add_argument("--save", type=Path)
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(1)  # networks this small are slower with more
    env = DifferentiableEnv(ENVIRONMENT, BATCH, observe=observe, reward=survived)
    net = network()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    record, steps = Record(), 0

    def policy(obs: torch.Tensor) -> torch.Tensor:
        return push(net(obs))

    for iteration in range(arguments.iterations):
        if iteration % 5 == 0 and record.evaluate(policy, steps):
            break
        horizon = min(FIRST_HORIZON + 2 * iteration, LAST_HORIZON)
        path = rollout(env, policy, horizon, start=start(env, iteration * BATCH), max_norm=MAX_NORM)
        steps += BATCH * horizon
        loss = (WEIGHTS * path.observations.square()).sum(-1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    if arguments.save:
        record.save(arguments.save)
    env.close()


if __name__ == "__main__":
    main()
