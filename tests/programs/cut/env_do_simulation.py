"""Tune a linear feedback gain for the hopper by calling the simulator underneath gymnasium."""
import gymnasium as gym
import numpy as np
import torch

torch.manual_seed(0)
env = gym.make("Hopper-v5").unwrapped
env.reset(seed=0)
gain = torch.zeros(3, 11, requires_grad=True)
optimizer = torch.optim.SGD([gain], lr=0.01)
init_q, init_v = env.init_qpos.copy(), env.init_qvel.copy()


def observe():
    return torch.as_tensor(np.concatenate([env.data.qpos[1:], env.data.qvel]), dtype=torch.float32)


def run(gain, steps=5):
    env.set_state(init_q, init_v)
    obs, heights = observe(), []
    for _ in range(steps):
        torque = torch.tanh(gain @ obs)
        env.do_simulation(torque.detach().numpy(), env.frame_skip)  # expect: env-step-boundary
        obs = observe()
        heights.append(obs[0])
    return torch.stack(heights)


for it in range(3):
    heights = run(gain)
    loss = (heights - 1.25).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(it, loss.item())
