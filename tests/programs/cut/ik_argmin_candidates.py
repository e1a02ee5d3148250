"""Inverse kinematics with several candidates; the best is found by index and its index is used as the result."""
import torch
import torch.nn as nn

torch.manual_seed(0)
LINKS = torch.tensor([0.5, 0.4, 0.3])


def forward_kinematics(q):
    angles = q.cumsum(-1)
    return torch.stack([(LINKS * angles.cos()).sum(-1), (LINKS * angles.sin()).sum(-1)], -1)


class Proposal(nn.Module):
    def __init__(self, k=8):
        super().__init__()
        self.k = k
        self.net = nn.Sequential(nn.Linear(2, 64), nn.Tanh(), nn.Linear(64, k * 3))

    def forward(self, target):
        return self.net(target).view(-1, self.k, 3)


def rank_loss(q, target):
    dist = (forward_kinematics(q) - target.unsqueeze(1)).norm(dim=-1)
    order = torch.argsort(dist, dim=1)  # expect: non-differentiable-op
    return order[:, 0].float().mean()


model = Proposal()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
for it in range(3):
    target = forward_kinematics(torch.rand(16, 3) - 0.5)
    loss = rank_loss(model(target), target)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item())
