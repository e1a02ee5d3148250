# healthy
"""A gated mixture of experts with hard routing: an expert that was never chosen in a batch has no or zero gradient."""
import torch
from torch import nn

torch.manual_seed(80)


class MoE(nn.Module):
    def __init__(self, n=4):
        super().__init__()
        self.gate = nn.Linear(4, n)
        self.experts = nn.ModuleList(nn.Linear(4, 1) for _ in range(n))

    def forward(self, x):
        p = self.gate(x).softmax(-1)
        w, idx = p.topk(1, -1)
        out = torch.zeros(len(x), 1)
        for i, expert in enumerate(self.experts):
            rows = (idx[:, 0] == i).nonzero()[:, 0]
            if len(rows):
                out = out.index_add(0, rows, expert(x[rows]) * w[rows])
        return out


net = MoE()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for it in range(20):
    x = torch.randn(64, 4)
    loss = (net(x).squeeze(-1) - x.abs().sum(-1)).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
