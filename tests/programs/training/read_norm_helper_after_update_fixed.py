# healthy
"""Logging helper reads p.grad after the update function has cleared."""
import torch
from torch import nn
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
opt = torch.optim.Adam(net.parameters(), 1e-2)
def grad_norm(model):
    total = 0.0
    for p in model.parameters():
        if p.grad is not None:
            total += p.grad.norm().item() ** 2  
    return total ** 0.5
def update(x, y):
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    norms.append(grad_norm(net))
    opt.step()
    opt.zero_grad()
    return loss.item()
norms = []
for i in range(15):
    x = torch.randn(16, 4)
    update(x, x[:, :2])
print(norms)
