"""Push a MuJoCo cart to the origin with a network that is trained on the simulated state."""
import mujoco
import numpy as np
import torch
from torch import nn

CART = """
<mujoco>
  <option timestep="0.02" integrator="implicitfast"/>
  <worldbody>
    <body><joint name="rail" type="slide" axis="1 0 0" damping="0.1"/><geom type="box" size=".1 .1 .1" mass="1"/></body>
  </worldbody>
  <actuator><motor joint="rail" gear="5"/></actuator>
</mujoco>
"""
model = mujoco.MjModel.from_xml_string(CART)
data = mujoco.MjData(model)


def simulate(state, force):
    data.qpos[:], data.qvel[:] = state.detach().numpy()
    data.ctrl[:] = force.detach().numpy()
    mujoco.mj_step(model, data)  # expect: env-step-boundary
    return torch.from_numpy(np.concatenate([data.qpos, data.qvel]))


torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)

for iteration in range(5):
    state = torch.tensor([0.5, 0.0])
    loss = 0.0
    for _ in range(20):
        state = simulate(state, net(state))
        loss = loss + state.square().sum()
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
    optimizer.step()
    print(iteration, loss.item(), "at", state.detach().numpy())
