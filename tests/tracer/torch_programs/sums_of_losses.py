"""Losses in the shapes in which people add them up."""

import torch
from torch import nn

torch.manual_seed(0)
actor, critic = nn.Linear(3, 2), nn.Linear(3, 1)
scale = nn.Parameter(torch.zeros(2))
optimizer = torch.optim.SGD([*actor.parameters(), *critic.parameters(), scale], lr=0.1)
obs = torch.randn(5, 3)


def step(loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(
        f"{loss.item():.6f}",
        [f"{p.grad.norm().item():.5f}" if p.grad is not None else None for p in actor.parameters()],
    )


def total_of(losses, extra):
    total = torch.zeros(())
    for part in losses.values():
        total += part
    return total + extra


def named():
    policy_loss, value_loss, entropy = actor(obs).pow(2).mean(), critic(obs).pow(2).mean(), scale.exp().sum()
    loss = policy_loss + 0.5 * value_loss - 0.01 * entropy
    step(loss)


def in_a_dictionary():
    losses = {"actor": actor(obs).abs().mean(), "critic": critic(obs).abs().mean()}
    loss = sum(losses.values())
    step(loss)


def by_a_helper():
    step(total_of({"actor": actor(obs).abs().mean(), "critic": critic(obs).abs().mean()}, scale.pow(2).sum()) / 4)


def over_time():
    loss = 0.0
    for row in obs:
        loss = loss + actor(row).pow(2).sum() + critic(row).pow(2).sum()
    step(loss / len(obs))


def by_elements():
    cost, effort = critic(obs).squeeze(-1).abs(), actor(obs).pow(2).sum(-1)
    loss = (cost + 0.1 * effort).mean()
    step(loss)


def stacked():
    loss = -torch.stack([actor(obs).sin().sum(), critic(obs).sin().sum()]).mean()
    step(loss)


def partly_dead():
    guess = actor(obs).detach()
    fit = (guess - 1).pow(2).mean()
    loss = fit + critic(obs).pow(2).mean()
    step(loss)


def with_a_number():
    loss = actor(obs).pow(2).mean() + critic(obs).pow(2).mean().item()
    step(loss)


for losses in (named, in_a_dictionary, by_a_helper, over_time, by_elements, stacked, partly_dead, with_a_number):
    losses()

print(torch.rand(3), [p._version for p in actor.parameters()], torch.is_grad_enabled())
