"""Domain-adversarial encoder for sim-to-real: gradient reversal as an own Function."""
import torch
from torch import nn

torch.manual_seed(15)


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, upstream):
        return -ctx.strength * upstream  # expect: invalid-gradient


encoder = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
task, domain = nn.Linear(16, 1), nn.Linear(16, 1)
opt = torch.optim.Adam([*encoder.parameters(), *task.parameters(), *domain.parameters()], lr=1e-3)
for it in range(10):
    sim, real = torch.randn(32, 6), torch.randn(32, 6) + 0.3
    z = encoder(torch.cat([sim, real]))
    where = torch.cat([torch.zeros(32), torch.ones(32)])
    loss = (task(z[:32]).squeeze(-1) - sim.sum(-1)).square().mean()
    loss = loss + nn.functional.binary_cross_entropy_with_logits(domain(Reverse.apply(z, 0.1)).squeeze(-1), where)
    opt.zero_grad()
    loss.backward()  # raises: RuntimeError: function ReverseBackward returned an incorrect number of gradients
    opt.step()
print(loss.item())
