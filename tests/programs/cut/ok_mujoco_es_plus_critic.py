# healthy
"""MuJoCo rollouts feed a value regression; nothing is differentiated through the simulator."""
import mujoco
import numpy as np
import torch
import torch.nn as nn

XML = """<mujoco><worldbody><body><joint name="h" type="hinge" axis="0 1 0" damping=".1"/>
<geom type="capsule" size=".02" fromto="0 0 0 .3 0 0"/></body></worldbody><actuator><motor joint="h"/></actuator></mujoco>"""
model = mujoco.MjModel.from_xml_string(XML)
data = mujoco.MjData(model)
torch.manual_seed(0)
actor, critic = nn.Linear(2, 1), nn.Sequential(nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 1))
opt = torch.optim.Adam(critic.parameters(), lr=1e-2)


def state():
    return torch.tensor(np.concatenate([data.qpos, data.qvel]), dtype=torch.float32)


for episode in range(3):
    mujoco.mj_resetData(model, data)
    data.qpos[0] = 0.1 * episode
    states, costs = [], []
    for t in range(20):
        s = state()
        data.ctrl[:] = actor(s).detach().numpy()
        mujoco.mj_step(model, data)
        states.append(s)
        costs.append(float(data.qpos[0] ** 2 + 0.1 * data.qvel[0] ** 2))
    togo = torch.tensor(costs).flip(0).cumsum(0).flip(0)
    loss = nn.functional.mse_loss(critic(torch.stack(states)).squeeze(-1), togo)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(episode, loss.item())
