"""Mixed-precision behaviour cloning with a GradScaler and clipped gradients."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(6, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
states = torch.randn(64, 6)
commands = torch.stack([states[:, 0] - states[:, 2], states[:, 1] - states[:, 3]], dim=1)

for epoch in range(6):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        prediction = policy(states)
    loss = F.mse_loss(prediction.float(), commands)
    optimizer.zero_grad()
    scaler.scale(loss).backward()
    norm = nn.utils.clip_grad_norm_(policy.parameters(), 1.0)  # expect: clip-before-unscale
    scaler.step(optimizer)
    scaler.update()
    print(f"epoch {epoch}: loss {loss.item():.4f}, gradient norm {norm.item():.3f}")
