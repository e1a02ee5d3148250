"""Short-horizon actor gradient through a unicycle model written in torch."""
import torch
import torch.nn as nn


class Unicycle:
    """state = (x, y, heading); control = (speed, turn rate)"""

    dt = 0.1

    def __init__(self, goal):
        self.goal = torch.tensor(goal)

    def reset(self, x0):
        self.state = torch.tensor(x0, dtype=torch.float32)
        return self.state

    def step(self, control):
        x, y, th = self.state
        v, w = control
        x = x + self.dt * v * torch.cos(th)
        y = y + self.dt * v * torch.sin(th)
        th = th + self.dt * w
        self.state = torch.tensor([x, y, th])  # expect: new-leaf-tensor
        cost = (self.state[:2] - self.goal).square().sum()
        return self.state, cost


class Controller(nn.Module):
    def __init__(self):
        super().__init__()
        self.mlp = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 2))

    def forward(self, state):
        return 2 * torch.tanh(self.mlp(state))


torch.manual_seed(0)
sim, ctrl = Unicycle([1.0, 1.0]), Controller()
opt = torch.optim.Adam(ctrl.parameters(), lr=5e-3)
trace = []
for epoch in range(3):
    s, total = sim.reset([0.0, 0.0, 0.1 * epoch]), torch.zeros(())
    for k in range(12):
        s, c = sim.step(ctrl(s))
        total = total + c
        trace.append(s.tolist())
    opt.zero_grad()
    total.backward()
    opt.step()
    print(epoch, total.item(), len(trace))
