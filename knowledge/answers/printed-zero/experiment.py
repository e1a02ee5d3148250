"""Four programs that all print a gradient norm of 0, and what is behind each of the zeros."""

import torch

torch.manual_seed(0)
x = torch.randn(16, 3)


def printed(net):
    """What most scripts log: the norm, or 0 where there is no gradient."""
    return sum(float(p.grad.norm()) if p.grad is not None else 0.0 for p in net.parameters())


def state(net):
    return "None" if net.weight.grad is None else f"{net.weight.grad.norm():.4f}"


def row(case, net, after_backward):
    print(f"{case:<22}{printed(net):>9.4f}{after_backward:>18}{state(net):>14}")


print(f"{'cause':<22}{'printed':>9}{'after backward':>18}{'when printed':>14}")

net, other = torch.nn.Linear(3, 1), torch.nn.Linear(3, 1)
other(x).mean().backward()
row("None shown as 0", net, state(net))

net = torch.nn.Linear(3, 1)
net(x).mean().backward()
seen = state(net)
net.zero_grad(set_to_none=False)
row("read after zero_grad", net, seen)

net = torch.nn.Linear(3, 1)
(torch.relu(net(x) - 100)).mean().backward()
row("truly zero", net, state(net))

net = torch.nn.Linear(3, 1)
net(x).mean().backward()
seen = state(net)
torch.nn.utils.clip_grad_norm_(net.parameters(), max_norm=0.0)
row("clipped to zero", net, seen)
