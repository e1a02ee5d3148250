"""Learns the weights of demonstrations by the slope of a margin loss: the inner gradient is differentiated again."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(16)
net = nn.Linear(4, 3)
weights = nn.Parameter(torch.zeros(32))
meta = torch.optim.Adam([weights], lr=0.1)
inner = torch.optim.SGD(net.parameters(), lr=0.1)
for it in range(5):
    obs, act = torch.randn(32, 4), torch.randint(3, (32,))
    logits = F.linear(obs, net.weight, net.bias)
    each = F.multi_margin_loss(logits, act, reduction="none")  # expect: not-differentiable-derivative
    inner_loss = (weights.softmax(0) * each).sum()
    grads = torch.autograd.grad(inner_loss, [net.weight, net.bias], create_graph=True)
    fast = [p - 0.5 * g for p, g in zip((net.weight, net.bias), grads)]
    val_obs = torch.randn(64, 4)
    val = F.cross_entropy(F.linear(val_obs, *fast), val_obs[:, :3].argmax(-1))
    meta.zero_grad()
    inner.zero_grad()
    val.backward()  # expect: not-differentiable-derivative  # raises: RuntimeError: derivative for
    meta.step()
    inner.step()
print(val.item())
