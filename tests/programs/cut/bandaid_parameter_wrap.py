"""Energy of a robot motion, minimised over a network; the loss is made an nn.Parameter."""
import torch
import torch.nn as nn

torch.manual_seed(0)


class MotionPrior(nn.Module):
    def __init__(self, dof=3, knots=8):
        super().__init__()
        self.dof, self.knots = dof, knots
        self.net = nn.Sequential(nn.Linear(dof, 32), nn.Tanh(), nn.Linear(32, dof * knots))

    def forward(self, goal):
        return self.net(goal).view(-1, self.knots, self.dof)


def energy(q):
    vel = q[:, 1:] - q[:, :-1]
    acc = vel[:, 1:] - vel[:, :-1]
    return vel.pow(2).mean() + 10 * acc.pow(2).mean()


model = MotionPrior()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
for step in range(3):
    goal = torch.rand(16, 3)
    q = model(goal)
    loss = energy(q) + (q[:, -1] - goal).pow(2).mean()
    loss = nn.Parameter(loss)  # expect: grad-bandaid
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item(), model.net[0].weight.grad)
