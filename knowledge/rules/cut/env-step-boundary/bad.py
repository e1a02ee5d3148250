"""Train a torque policy so that the simulated pole stands upright after every step."""
import gymnasium as gym
import torch
from torch import nn

torch.manual_seed(0)
env = gym.make("InvertedPendulum-v5")
policy = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)

for episode in range(3):
    obs, _ = env.reset(seed=episode)
    costs = []
    for _ in range(15):
        state = torch.as_tensor(obs, dtype=torch.float32)
        torque = policy(state)
        obs, _, terminated, truncated, _ = env.step(torque.detach().numpy())  # expect: env-step-boundary
        next_state = torch.as_tensor(obs, dtype=torch.float32)
        costs.append(next_state.square().sum())
        if terminated or truncated:
            break

    loss = torch.stack(costs).mean()
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
    optimizer.step()
    print(f"episode {episode}: loss {loss.item():.4f}")

with torch.no_grad():
    print("torque when upright:", policy(torch.zeros(4)).item())
