# healthy
"""System identification: mass, damping and stiffness of a mechanism are the parameters."""
import torch
import torch.nn as nn

torch.manual_seed(0)


class Mechanism(nn.Module):
    def __init__(self, mass=0.5, damping=0.5, stiffness=2.0):
        super().__init__()
        self.log_mass = nn.Parameter(torch.tensor(mass).log())
        self.damping = nn.Parameter(torch.tensor(damping))
        self.stiffness = nn.Parameter(torch.tensor(stiffness))

    @property
    def physical(self):
        values = torch.stack([self.log_mass.exp(), self.damping, self.stiffness])
        return values

    def forward(self, x, v, force, dt=0.02):
        m, c, k = self.physical
        acc = (force - c * v - k * x) / m
        v = v + dt * acc
        return x + dt * v, v


def simulate(mech, forces):
    x, v = torch.zeros(()), torch.zeros(())
    xs = []
    for f in forces:
        x, v = mech(x, v, f)
        xs.append(x)
    return torch.stack(xs)


forces = torch.sin(torch.linspace(0, 6, 40))
with torch.no_grad():
    truth = simulate(Mechanism(1.0, 0.2, 3.0), forces)

mech = Mechanism()
optimizer = torch.optim.Adam(mech.parameters(), lr=0.02)
for epoch in range(3):
    loss = nn.functional.mse_loss(simulate(mech, forces), truth)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    m, c, k = mech.physical.detach().tolist()
    print(f"{epoch} loss {loss.item():.5f} m={m:.3f} c={c:.3f} k={k:.3f}")
