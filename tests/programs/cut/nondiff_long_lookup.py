"""Terrain cost map: the planner network proposes waypoints, the cost is looked up in a grid."""
import torch
import torch.nn as nn

torch.manual_seed(0)
SIZE = 32
yy, xx = torch.meshgrid(torch.arange(SIZE), torch.arange(SIZE), indexing="ij")
COST = ((xx - 20) ** 2 + (yy - 10) ** 2).float() / SIZE**2


class Planner(nn.Module):
    def __init__(self, waypoints=5):
        super().__init__()
        self.n = waypoints
        self.net = nn.Sequential(nn.Linear(4, 64), nn.ReLU(), nn.Linear(64, 2 * waypoints))

    def forward(self, start_goal):
        out = self.net(start_goal / SIZE)
        return torch.sigmoid(out).view(-1, self.n, 2) * (SIZE - 1)


def path_cost(points):
    cells = points.long()  # expect: non-differentiable-op
    return COST[cells[..., 1], cells[..., 0]].sum(1)


planner = Planner()
opt = torch.optim.Adam(planner.parameters(), lr=1e-3)
for step in range(3):
    sg = torch.randint(0, SIZE, (16, 4)).float()
    points = planner(sg)
    length = (points[:, 1:] - points[:, :-1]).norm(dim=-1).sum(1).detach()
    loss = path_cost(points).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item(), length.mean().item())
