"""Does clip_grad_norm_ turn None gradients into zeros? Measured before and after the call."""

import torch

torch.manual_seed(0)


def told(grad):
    return "None" if grad is None else f"{grad.norm():.4f}"


print(f"{'case':<34}{'before':>10}{'after':>10}{'returned':>11}")
actor, critic = torch.nn.Linear(3, 1), torch.nn.Linear(3, 1)
returned = torch.nn.utils.clip_grad_norm_(actor.parameters(), 0.5)
print(f"{'nothing has a gradient':<34}{'None':>10}{told(actor.weight.grad):>10}{returned:>11.4f}")

critic(torch.randn(8, 3)).square().mean().backward()
before = told(actor.weight.grad), told(critic.weight.grad)
returned = torch.nn.utils.clip_grad_norm_([*actor.parameters(), *critic.parameters()], 0.5)
after = told(actor.weight.grad), told(critic.weight.grad)
for name, was, now in zip(("actor, not in the loss", "critic, in the loss"), before, after):
    print(f"{name:<34}{was:>10}{now:>10}{returned:>11.4f}")
