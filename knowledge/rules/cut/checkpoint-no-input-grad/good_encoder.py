"""Checkpoint the large encoder of a policy; its small head needs no checkpoint."""
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.checkpoint import checkpoint


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(12, 64), nn.Tanh(), nn.Linear(64, 32))
        self.head = nn.Linear(32, 2)

    def forward(self, image):
        features = checkpoint(self.encoder, image, use_reentrant=False)
        return self.head(features)


torch.manual_seed(0)
policy = Policy()
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
images, actions = torch.randn(64, 12), torch.randn(64, 2)

for epoch in range(5):
    loss = F.mse_loss(policy(images), actions)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
