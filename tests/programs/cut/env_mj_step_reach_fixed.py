# healthy
"""Reach a target with a 2-link MuJoCo arm; the policy is trained on the final tip distance."""
import mujoco
import numpy as np
import torch
import torch.nn as nn

XML = """
<mujoco><option timestep="0.02"/><worldbody>
  <body><joint name="j0" type="hinge" axis="0 1 0" damping="1"/><geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/>
    <body pos=".4 0 0"><joint name="j1" type="hinge" axis="0 1 0" damping="1"/>
      <geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/><site name="tip" pos=".3 0 0"/></body></body>
</worldbody><actuator><motor joint="j0" gear="2"/><motor joint="j1" gear="2"/></actuator></mujoco>
"""


class ArmSim:
    def __init__(self):
        self.model = mujoco.MjModel.from_xml_string(XML)
        self.data = mujoco.MjData(self.model)

    def reset(self):
        mujoco.mj_resetData(self.model, self.data)
        mujoco.mj_forward(self.model, self.data)
        return self.observe()

    def observe(self):
        return np.concatenate([self.data.qpos, self.data.qvel, self.data.site("tip").xpos]).astype(np.float32)

    def apply(self, torque):
        self.data.ctrl[:] = torque
        mujoco.mj_step(self.model, self.data)
        return self.observe()


torch.manual_seed(0)
sim = ArmSim()
policy = nn.Sequential(nn.Linear(7, 32), nn.Tanh(), nn.Linear(32, 2), nn.Tanh())
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
goal = torch.tensor([0.1, 0.0, -0.5])

for episode in range(3):
    obs = torch.from_numpy(sim.reset())
    cost, logps = 0.0, []
    for t in range(10):
        dist = torch.distributions.Normal(policy(obs), 0.3)
        u = dist.sample()
        logps.append(dist.log_prob(u).sum())
        obs = torch.from_numpy(sim.apply(u.detach().cpu().numpy()))
        cost = cost + (obs[4:7] - goal).pow(2).sum() + 1e-3 * u.detach().pow(2).sum()
    optimizer.zero_grad()
    cost = cost * torch.stack(logps).sum()
    cost.backward()
    optimizer.step()
    print(episode, cost.item())
