"""VQ-like skill codes: nearest code index is looked up and only the index reaches the decoder's input."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
K = 6


class SkillVQ(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 1), nn.Sigmoid())
        self.register_buffer("edges", torch.linspace(0, 1, K + 1)[1:-1])

    def code(self, x):
        level = self.enc(x).squeeze(-1)
        return torch.bucketize(level, self.edges)  # expect: non-differentiable-op


decoder = nn.Linear(K, 10)
pretrain = torch.optim.Adam(decoder.parameters(), lr=1e-2)
for _ in range(3):
    y = torch.randn(32, 10)
    pretrain.zero_grad()
    (decoder(F.one_hot(torch.randint(0, K, (32,)), K).float()) - y).pow(2).mean().backward()
    pretrain.step()
decoder.requires_grad_(False)
vq = SkillVQ()
opt = torch.optim.Adam(vq.parameters(), lr=1e-3)
for it in range(3):
    x = torch.randn(32, 10)
    codes = vq.code(x)
    loss = F.mse_loss(decoder(F.one_hot(codes, K).float()), x)
    opt.zero_grad()
    loss.backward()
    opt.step()
    usage = torch.bincount(codes, minlength=K).tolist()
    print(it, loss.item(), usage)
