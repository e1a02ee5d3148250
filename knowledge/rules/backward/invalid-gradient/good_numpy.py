"""Push a MuJoCo cart to the origin: each step's derivative comes from finite differences of the engine itself."""
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


class Step(torch.autograd.Function):
    @staticmethod
    def forward(ctx, state, force):
        data.qpos[:], data.qvel[:] = state.numpy()
        data.ctrl[:] = force.numpy()
        ctx.a, ctx.b = np.zeros((2, 2)), np.zeros((2, 1))
        mujoco.mjd_transitionFD(model, data, 1e-6, True, ctx.a, ctx.b, None, None)
        mujoco.mj_step(model, data)
        return torch.from_numpy(np.concatenate([data.qpos, data.qvel]))

    @staticmethod
    def backward(ctx, grad):
        return torch.from_numpy(ctx.a.T) @ grad, torch.from_numpy(ctx.b.T) @ grad


torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for iteration in range(4):
    state, loss = torch.tensor([0.5, 0.0]), 0.0
    for _ in range(20):
        state = Step.apply(state, net(state))
        loss = loss + state.square().sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"iteration {iteration}: loss {loss.item():.4f}")

for name, parameter in net.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
