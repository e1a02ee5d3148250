# healthy
"""A base layer is frozen, a low-rank adapter beside it is trained; B starts at zero, so A has zero gradient at first."""
import torch
from torch import nn

torch.manual_seed(68)


class LoRA(nn.Module):
    def __init__(self, base, rank=2):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.a = nn.Parameter(torch.randn(rank, base.in_features) * 0.1)
        self.b = nn.Parameter(torch.zeros(base.out_features, rank))

    def forward(self, x):
        return self.base(x) + x @ self.a.T @ self.b.T


net = nn.Sequential(LoRA(nn.Linear(5, 16)), nn.ReLU(), LoRA(nn.Linear(16, 1)))
opt = torch.optim.AdamW([p for p in net.parameters() if p.requires_grad], lr=1e-2)
for it in range(15):
    x = torch.randn(64, 5)
    loss = (net(x).squeeze(-1) - x[:, 0]).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
