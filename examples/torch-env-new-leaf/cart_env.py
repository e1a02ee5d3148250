"""A cart on a track, written in torch so that the cost can be differentiated through the motion."""

import torch

TRACK = 0.6


class TorchCart:
    """State: position and speed of `count` carts, a tensor of shape (count, 2). Action: a push, shape (count, 1)."""

    def __init__(self, count: int = 16, time_step: float = 0.05, mass: float = 1.2, friction: float = 0.3) -> None:
        self.count, self.time_step, self.mass, self.friction = count, time_step, mass, friction
        self.state = torch.zeros(count, 2)
        self.history: list[list[float]] = []

    def reset(self, seed: int) -> torch.Tensor:
        generator = torch.Generator().manual_seed(seed)
        self.state = torch.rand(self.count, 2, generator=generator) - 0.5
        self.history = []
        return self.state

    def step(self, push: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """One step of Euler; (state, cost, hit the end of the track)."""
        position, speed = self.state.unbind(-1)
        force = push.squeeze(-1) - self.friction * speed
        speed = speed + self.time_step * force / self.mass
        position = position + self.time_step * speed
        self.history.append(position.detach().tolist())
        self.state = torch.tensor([[p, v] for p, v in zip(position, speed)])
        return self.state, self.cost(push), self.state[:, 0].abs() > TRACK

    def cost(self, push: torch.Tensor) -> torch.Tensor:
        """Far from the middle is bad; what the motor uses is only told, not charged."""
        self.energy = push.detach().pow(2).mean()
        return self.state[:, 0].pow(2) + 0.1 * self.state[:, 1].pow(2)
