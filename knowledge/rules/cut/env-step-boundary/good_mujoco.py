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


class Simulate(torch.autograd.Function):
    @staticmethod
    def forward(ctx, state, force):
        data.qpos[:], data.qvel[:] = state.detach().numpy()
        data.ctrl[:] = force.detach().numpy()
        by_state, by_force = np.zeros((2, 2)), np.zeros((2, 1))
        mujoco.mjd_transitionFD(model, data, 1e-6, True, by_state, by_force, None, None)
        ctx.save_for_backward(torch.from_numpy(by_state), torch.from_numpy(by_force))
        mujoco.mj_step(model, data)
        return torch.from_numpy(np.concatenate([data.qpos, data.qvel]))

    @staticmethod
    def backward(ctx, grad):
        by_state, by_force = ctx.saved_tensors
        return by_state.T @ grad, by_force.T @ grad


torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)

for iteration in range(5):
    state = torch.tensor([0.5, 0.0])
    loss = 0.0
    for _ in range(20):
        state = Simulate.apply(state, net(state))
        loss = loss + state.square().sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(iteration, loss.item(), "at", state.detach().numpy())

for name, parameter in net.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
