"""Per-sample critics with torch.func; functional_call gets detached parameters."""
import torch
import torch.nn as nn
from torch.func import functional_call, stack_module_state, vmap

torch.manual_seed(0)
nets = [nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1)) for _ in range(3)]
template = nets[0]


def snapshot(models):
    return {k: torch.stack([dict(m.named_parameters())[k].detach() for m in models]) for k in dict(template.named_parameters())}  # expect: detach-call


def predict(x):
    params = snapshot(nets)
    return vmap(lambda p: functional_call(template, p, (x,)))(params)


opt = torch.optim.Adam([p for n in nets for p in n.parameters()], lr=1e-3)
for it in range(3):
    x = torch.randn(16, 3)
    q = predict(x).squeeze(-1)
    target = x.sum(-1).expand_as(q)
    loss = (q - target).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item())
