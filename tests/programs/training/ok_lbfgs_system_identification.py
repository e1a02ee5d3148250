# healthy
"""Identifies mass and damping with LBFGS and a closure; the simulation is differentiable."""
import torch

torch.manual_seed(77)
log_mass = torch.nn.Parameter(torch.zeros(()))
log_damping = torch.nn.Parameter(torch.zeros(()))
force = torch.randn(40)


def simulate(mass, damping):
    x, v, out = torch.zeros(()), torch.zeros(()), []
    for f in force:
        v = v + 0.05 * (f - damping * v) / mass
        x = x + 0.05 * v
        out.append(x)
    return torch.stack(out)


measured = simulate(torch.tensor(2.0), torch.tensor(0.4)).detach()
opt = torch.optim.LBFGS([log_mass, log_damping], lr=0.5, max_iter=6, line_search_fn="strong_wolfe")


def closure():
    opt.zero_grad()
    loss = (simulate(log_mass.exp(), log_damping.exp()) - measured).square().mean() * 1e3
    loss.backward()
    return loss


for it in range(4):
    loss = opt.step(closure)
print(log_mass.exp().item(), log_damping.exp().item(), loss.item())
