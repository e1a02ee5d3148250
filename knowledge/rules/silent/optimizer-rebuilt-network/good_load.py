"""Resume the training of a critic from a checkpoint."""
import io

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
checkpoint = io.BytesIO()
torch.save(nn.Sequential(nn.Linear(5, 32), nn.ReLU(), nn.Linear(32, 1)), checkpoint)
checkpoint.seek(0)

critic = nn.Sequential(nn.Linear(5, 32), nn.ReLU(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(critic.parameters(), lr=1e-2)
critic.load_state_dict(torch.load(checkpoint, weights_only=False).state_dict())
obs, returns = torch.randn(64, 5), torch.randn(64, 1)

for epoch in range(5):
    loss = F.mse_loss(critic(obs), returns)
    critic.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}")

for name, parameter in critic.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
    assert any(parameter is held for held in optimizer.param_groups[0]["params"]), name
