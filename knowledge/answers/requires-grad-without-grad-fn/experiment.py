"""An observation with requires_grad=True and no grad_fn: what does its loss train?"""

import torch

torch.manual_seed(0)
policy = torch.nn.Linear(3, 3)
step = torch.nn.Linear(3, 3).requires_grad_(False)


def outcome(make):
    policy.zero_grad()
    obs = make(step(policy(torch.ones(3))))
    obs.square().sum().backward()
    reached = "None" if policy.weight.grad is None else f"{policy.weight.grad.norm():.4f}"
    return obs.requires_grad, type(obs.grad_fn).__name__ if obs.grad_fn else "None", obs.is_leaf, reached


print(f"{'obs':<36}{'requires_grad':<15}{'grad_fn':<15}{'leaf':<6}{'policy gradient'}")
for name, make in {
    "the result of a differentiable step": lambda out: out,
    "torch.tensor(.., requires_grad=True)": lambda out: torch.tensor(out.tolist(), requires_grad=True),
    "obs.detach().requires_grad_()": lambda out: out.detach().requires_grad_(),
}.items():
    obs = outcome(make)
    print(f"{name:<37}{obs[0]!s:<14}{obs[1]:<15}{obs[2]!s:<6}{obs[3]}")
