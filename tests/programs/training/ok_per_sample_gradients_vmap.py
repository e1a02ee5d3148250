# healthy
"""Per-sample policy gradients by torch.func, averaged into .grad and stepped."""
import torch
from torch import nn
from torch.func import functional_call, grad, vmap

torch.manual_seed(79)
policy = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))
opt = torch.optim.Adam(policy.parameters(), lr=1e-2)


def one_loss(params, obs, act, adv):
    logp = functional_call(policy, params, (obs[None],)).log_softmax(-1)[0]
    return -logp.gather(0, act[None]).sum() * adv


per_sample = vmap(grad(one_loss), in_dims=(None, 0, 0, 0))
for it in range(10):
    obs = torch.randn(32, 4)
    act = torch.randint(2, (32,))
    adv = (act == (obs[:, 0] > 0)).float() - 0.5
    params = {k: p.detach() for k, p in policy.named_parameters()}
    grads = per_sample(params, obs, act, adv)
    for name, p in policy.named_parameters():
        g = grads[name]
        norms = g.flatten(1).norm(dim=1).clamp(min=1.0)
        p.grad = (g / norms.view(-1, *[1] * (g.dim() - 1))).mean(0)
    opt.step()
print({k: round(v.norm().item(), 3) for k, v in grads.items()})
