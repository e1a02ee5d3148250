"""Train a value network with a decaying learning rate."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(5, 32), nn.ReLU(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.9)
obs, returns = torch.randn(64, 5), torch.randn(64, 1)

for epoch in range(5):
    loss = F.mse_loss(net(obs), returns)
    optimizer.zero_grad()
    loss.backward()  # expect: step-missing
    scheduler.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}, learning rate {scheduler.get_last_lr()[0]:.5f}")
