"""Does loss.requires_grad_(True) repair a loss without a graph? Twenty steps of training, with it and without a cut."""

import torch


def train(cut):
    torch.manual_seed(0)
    policy = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
    x, start, losses = torch.randn(32, 3), policy.weight.detach().clone(), []
    for _ in range(20):
        optimizer.zero_grad()
        out = policy(x)
        loss = ((out.detach() if cut else out) - 1).square().mean()
        if cut:
            loss.requires_grad_(True)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    grad = policy.weight.grad
    return losses, "None" if grad is None else f"{grad.norm():.4f}", float((policy.weight.detach() - start).norm())


print(f"{'program':<34}{'error':>7}{'gradient':>10}{'moved':>9}{'first loss':>12}{'last loss':>11}")
for name, cut in (("cut, then requires_grad_(True)", True), ("not cut", False)):
    losses, grad, moved = train(cut)
    print(f"{name:<34}{'none':>7}{grad:>10}{moved:>9.4f}{losses[0]:>12.4f}{losses[-1]:>11.4f}")
