"""Train a torque policy so that the simulated pole stands upright after every step."""
import gymnasium as gym
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)
env = gym.make("InvertedPendulum-v5")
policy = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)

for episode in range(3):
    obs, _ = env.reset(seed=episode)
    log_probs, costs = [], []
    for _ in range(15):
        state = torch.as_tensor(obs, dtype=torch.float32)
        dist = Normal(policy(state), 0.5)
        torque = dist.sample()
        log_probs.append(dist.log_prob(torque).sum())
        obs, _, terminated, truncated, _ = env.step(torque.numpy())
        costs.append(float((obs**2).sum()))
        if terminated or truncated:
            break

    cost_to_go = torch.tensor(costs).flip(0).cumsum(0).flip(0)
    loss = (torch.stack(log_probs) * (cost_to_go - cost_to_go.mean())).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"episode {episode}: loss {loss.item():.4f}")

with torch.no_grad():
    print("torque when upright:", policy(torch.zeros(4)).item())

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
