"""Multi-task behaviour cloning: one head per robot, losses are averaged."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


class MultiHead(nn.Module):
    def __init__(self, obs_dim, act_dims):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(obs_dim, 64), nn.ReLU())
        self.heads = nn.ModuleDict({k: nn.Linear(64, n) for k, n in act_dims.items()})

    def forward(self, name, obs):
        return self.heads[name](self.trunk(obs))


ROBOTS = {"arm": 6, "hand": 12, "base": 2}
model = MultiHead(20, ROBOTS)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
weights = torch.tensor([1.0, 0.5, 2.0])


def minibatch(dim, n=32):
    x = torch.randn(n, 20)
    return x, torch.tanh(x[:, :dim])


for step in range(3):
    losses, log = [], {}
    for name, dim in ROBOTS.items():
        obs, act = minibatch(dim)
        l = F.mse_loss(model(name, obs), act)
        losses.append(l)
        log[name] = l.detach().item()
    loss = (weights * torch.tensor(losses)).sum()  # expect: new-leaf-tensor
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, log)
