# healthy
"""Fine-tuning: the encoder is frozen, yet all parameters are handed to the optimizer as people do."""
import torch
from torch import nn

torch.manual_seed(60)


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Conv2d(1, 4, 3, 2), nn.ReLU(), nn.Flatten(), nn.Linear(100, 16))
        self.head = nn.Linear(16, 2)

    def forward(self, x):
        return self.head(self.encoder(x))


policy = Policy()
for p in policy.encoder.parameters():
    p.requires_grad = False
opt = torch.optim.AdamW(policy.parameters(), lr=1e-3)
for it in range(12):
    x = torch.rand(32, 1, 12, 12)
    loss = nn.functional.cross_entropy(policy(x), (x.mean((1, 2, 3)) > 0.5).long())
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
