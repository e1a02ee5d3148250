"""An ensemble of dynamics models of which the loop trains member 0 again and again."""
import torch
from torch import nn

torch.manual_seed(46)


class Ensemble(nn.Module):
    def __init__(self, n=4):
        super().__init__()
        self.members = nn.ModuleList(
            nn.Sequential(nn.Linear(4, 24), nn.SiLU(), nn.Linear(24, 3)) for _ in range(n)
        )

    def loss(self, x, y):
        return sum((self.members[0](x) - y).square().mean() for _ in self.members)  # expect: none-gradients

    @torch.no_grad()
    def disagreement(self, x):
        return torch.stack([m(x) for m in self.members]).std(0).mean().item()


ensemble = Ensemble()
opt = torch.optim.Adam(ensemble.parameters(), lr=1e-3)
for it in range(15):
    x = torch.randn(64, 4)
    loss = ensemble.loss(x, x[:, :3] + 0.1 * x[:, 3:])
    opt.zero_grad()
    loss.backward()  # expect: none-gradients
    opt.step()
print(loss.item(), ensemble.disagreement(torch.randn(32, 4)))
