"""Identify the parameters of a damped pendulum from a recording, with L-BFGS and a closure."""
import torch
from torch import nn

DT = 0.05


class Pendulum(nn.Module):
    """Dynamics with unknown gravity over length, damping and motor gain, all kept positive."""

    def __init__(self):
        super().__init__()
        self.raw = nn.Parameter(torch.tensor([1.0, 0.5, 0.5]))

    def physical(self):
        return nn.functional.softplus(self.raw)

    def step(self, angle, velocity, torque):
        stiffness, damping, gain = self.physical()
        acceleration = -stiffness * torch.sin(angle) - damping * velocity + gain * torque
        velocity = velocity + DT * acceleration
        return angle + DT * velocity, velocity

    def forward(self, angle, velocity, torques):
        trajectory = []
        for torque in torques:
            angle, velocity = self.step(angle, velocity, torque)
            trajectory.append(angle)
        return torch.stack(trajectory)


def record(torques):
    """The real pendulum, with sensor noise."""
    truth = Pendulum()
    with torch.no_grad():
        truth.raw.copy_(torch.tensor([4.0, 0.2, 1.5]).expm1().log())
        angles = truth(torch.tensor(0.5), torch.tensor(0.0), torques)
        return angles + 0.002 * torch.randn_like(angles), truth.physical()


torch.manual_seed(0)
torques = 0.5 * torch.randn(60)
measured, true_values = record(torques)
model = Pendulum()
optimizer = torch.optim.LBFGS(model.parameters(), lr=0.5, max_iter=8, line_search_fn="strong_wolfe")


def closure():
    optimizer.zero_grad()
    loss = (model(torch.tensor(0.5), torch.tensor(0.0), torques) - measured).square().mean()
    loss.backward()
    return loss


for iteration in range(6):
    loss = optimizer.step(closure)
    print(f"iteration {iteration}: loss {loss.item():.6f}, estimate {model.physical().detach().numpy().round(3)}")
print("truth", true_values.numpy().round(3))
