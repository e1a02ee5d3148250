"""Model-based control: learn the dynamics from random data, then train an actor on imagined rollouts of the model."""

import gymnasium as gym
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

IMAGINED_STEPS = 12


class Dynamics(nn.Module):
    """Predicts the change of the observation."""

    def __init__(self, obs_size: int, action_size: int) -> None:
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs_size + action_size, 64), nn.SiLU(), nn.Linear(64, obs_size))

    def forward(self, obs: torch.Tensor, action: torch.Tensor) -> torch.Tensor:
        return obs + self.net(torch.cat([obs, action], dim=-1))


class Actor(nn.Module):
    def __init__(self, obs_size: int, action_size: int, limit: float) -> None:
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs_size, 64), nn.ELU(), nn.Linear(64, action_size), nn.Tanh())
        self.register_buffer("limit", torch.tensor(limit))

    def forward(self, obs: torch.Tensor) -> torch.Tensor:
        return self.limit * self.net(obs)


def random_transitions(env: gym.Env, count: int) -> TensorDataset:
    rows = []
    obs, _ = env.reset(seed=11)
    env.action_space.seed(11)
    for _ in range(count):
        action = env.action_space.sample()
        following, _, terminated, truncated, _ = env.step(action)
        rows.append(tuple(torch.as_tensor(part, dtype=torch.float32) for part in (obs, action, following)))
        obs = env.reset()[0] if terminated or truncated else following
    return TensorDataset(*(torch.stack(column) for column in zip(*rows, strict=True)))


def fit(dynamics: Dynamics, data: TensorDataset, epochs: int) -> float:
    """Supervised training of the model; its mean error in the last epoch."""
    optimizer = torch.optim.Adam(dynamics.parameters(), lr=1e-3)
    loader = DataLoader(data, batch_size=64, shuffle=True)
    total = 0.0
    for _ in range(epochs):
        total = 0.0
        for obs, action, following in loader:
            error = (dynamics(obs, action) - following).pow(2).mean()
            optimizer.zero_grad()
            error.backward()
            optimizer.step()
            total += error.item() / len(loader)
    return total


def upright_cost(obs: torch.Tensor, action: torch.Tensor) -> torch.Tensor:
    """Pendulum's observation is (cos, sin, speed); cos is 1 when it stands."""
    return (1.0 - obs[:, 0]) + 0.1 * obs[:, 2].pow(2) + 0.001 * action.pow(2).sum(-1)


def imagine(dynamics: Dynamics, actor: Actor, start: torch.Tensor) -> torch.Tensor:
    """Cost of the steps that the model foresees. Only the actor is to learn from it."""
    state, costs = start, []
    with torch.no_grad():  # the model must not change here
        for _ in range(IMAGINED_STEPS):
            action = actor(state)
            state = dynamics(state, action)
            costs.append(upright_cost(state, action))
    return torch.stack(costs).mean()


def main() -> None:
    torch.manual_seed(2)
    env = gym.make("Pendulum-v1")
    dynamics, actor = Dynamics(3, 1), Actor(3, 1, limit=2.0)
    data = random_transitions(env, 400)
    print(f"model error {fit(dynamics, data, epochs=4):.5f}")
    optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)
    observed = data.tensors[0]
    for iteration in range(10):
        start = observed[torch.randint(len(observed), (32,))].detach()
        actor_loss = imagine(dynamics, actor, start)
        optimizer.zero_grad()
        actor_loss.backward()
        optimizer.step()
        print(f"iteration {iteration}: imagined cost {actor_loss.item():.4f}")
    env.close()


if __name__ == "__main__":
    main()
