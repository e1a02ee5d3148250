# healthy
"""A2C with a helper that logs the gradient norm of each part after the update."""
import torch
from torch import nn

torch.manual_seed(41)
nets = nn.ModuleDict({"actor": nn.Linear(4, 2), "critic": nn.Linear(4, 1)})
opt = torch.optim.Adam(nets.parameters(), lr=1e-3)


def norms():
    out = {}
    for name, module in nets.items():
        squares = [p.grad.square().sum() for p in module.parameters() if p.grad is not None]
        out[name] = torch.stack(squares).sum().sqrt().item() if squares else 0.0
    return out


for it in range(10):
    obs, act, ret = torch.randn(32, 4), torch.randint(2, (32,)), torch.randn(32)
    value = nets["critic"](obs).squeeze(-1)
    logp = nets["actor"](obs).log_softmax(-1)[torch.arange(32), act]
    loss = -(logp * (ret - value).detach()).mean() + (ret - value).square().mean()
    loss.backward()
    logged = norms()
    opt.step()
    opt.zero_grad()
    print(it, logged)
