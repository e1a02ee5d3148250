"""Predict when the pole falls: four CartPoles side by side, reset by the program itself."""
import gymnasium as gym
import torch
from gymnasium.vector import AutoresetMode
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
envs = gym.make_vec(
    "CartPole-v1", num_envs=4, vectorization_mode="sync", vector_kwargs={"autoreset_mode": AutoresetMode.DISABLED}
)
envs.action_space.seed(0)
model = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
obs, _ = envs.reset(seed=0)

for update in range(3):
    states, falls = [], []
    for _ in range(30):
        states.append(torch.from_numpy(obs.copy()))
        action = envs.action_space.sample()
        obs, _, terminated, truncated, _ = envs.step(action)
        falls.append(torch.from_numpy(terminated.copy()).float())
        done = terminated | truncated
        if done.any():
            obs, _ = envs.reset(options={"reset_mask": done})
    loss = F.binary_cross_entropy_with_logits(model(torch.cat(states)).squeeze(1), torch.cat(falls))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"update {update}: loss {loss.item():.4f}, {int(torch.cat(falls).sum())} falls")

for name, parameter in model.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
