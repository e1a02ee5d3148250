"""Everything by which a program could notice that further gradients of its losses were asked for."""

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


heard = []


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return 2 * x

    @staticmethod
    def backward(ctx, gradient):
        heard.append("function")
        return 2 * gradient


def own_function():
    step(Doubled.apply(actor(obs)).pow(2).mean() + critic(obs).pow(2).mean())


def anomalous():
    with torch.autograd.detect_anomaly(check_nan=False):
        step(actor(obs).pow(2).mean() + critic(obs).pow(2).mean())


def packed():
    def unpack(tensor):
        heard.append("unpack")
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(lambda tensor: tensor, unpack):
        loss = actor(obs).pow(2).mean() + critic(obs).pow(2).mean()
    step(loss)


def hooked():
    hidden = actor(obs)
    hidden.register_hook(lambda gradient: heard.append("tensor"))
    hidden.retain_grad()
    kept = critic(obs)
    kept.retain_grad()
    loss = hidden.pow(2).mean() + kept.pow(2).mean()
    print(hidden.grad, kept.grad)
    step(loss)
    print(hidden.grad.shape, kept.grad.shape)


def twice():
    loss = actor(obs).pow(2).mean() + critic(obs).pow(2).mean()
    loss.backward(retain_graph=True, create_graph=False)
    optimizer.zero_grad()
    step(loss)


for losses in (own_function, twice, packed, hooked):
    losses()
print(heard)
print(torch.rand(3), [p._version for p in actor.parameters()], torch.is_grad_enabled())
