"""Train a controller by backpropagation through the cart's own equations of motion."""

import torch
from cart_env import TorchCart
from torch import nn

HORIZON = 25
ITERATIONS = 10


class Controller(nn.Module):
    """A linear feedback with a learned bend; starts as no feedback at all."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(2, 1)
        self.bend = nn.Sequential(nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 1))
        nn.init.zeros_(self.linear.weight)

    def forward(self, state: torch.Tensor) -> torch.Tensor:
        return self.linear(state) + 0.1 * self.bend(state)


def total_cost(env: TorchCart, controller: Controller, seed: int) -> torch.Tensor:
    state = env.reset(seed)
    costs = []
    for _ in range(HORIZON):
        state, cost, _ = env.step(controller(state))
        costs.append(cost)
    return torch.stack(costs).mean()


def evaluate(env: TorchCart, controller: Controller) -> float:
    """Share of the carts that stay on the track, from starting points that training does not use."""
    with torch.no_grad():
        state = env.reset(seed=999)
        hit = torch.zeros(env.count, dtype=torch.bool)
        for _ in range(HORIZON):
            state, _, off = env.step(controller(state))
            hit |= off
    return 1.0 - hit.float().mean().item()


def main() -> None:
    torch.manual_seed(7)
    env, controller = TorchCart(), Controller()
    optimizer = torch.optim.AdamW(controller.parameters(), lr=5e-3)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, ITERATIONS)
    print(f"before training {evaluate(env, controller):.0%} of the carts stay on the track")
    for iteration in range(ITERATIONS):
        optimizer.zero_grad(set_to_none=True)
        loss = total_cost(env, controller, seed=iteration)
        loss.backward()
        optimizer.step()
        schedule.step()
        print(f"iteration {iteration}: cost {loss.item():.4f}, energy {env.energy:.4f}")
    print(f"after training {evaluate(env, controller):.0%} of the carts stay on the track")


if __name__ == "__main__":
    main()
