"""Hold MuJoCo's pole upright with a Gaussian policy that takes observations as a batch of one."""
import gymnasium as gym
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)
env = gym.make("InvertedPendulum-v5")
policy = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)

for episode in range(3):
    obs, done = env.reset(seed=episode)[0], False
    log_probs, rewards = [], []
    while not done and len(rewards) < 50:
        batch = torch.as_tensor(obs, dtype=torch.float32).unsqueeze(0)
        dist = Normal(policy(batch), 0.5)
        action = dist.sample()
        log_probs.append(dist.log_prob(action).sum())
        obs, reward, done, _, _ = env.step(action.squeeze(0).numpy())
        rewards.append(float(reward))

    returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
    loss = -(torch.stack(log_probs) * (returns - returns.mean())).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"episode {episode}: {len(rewards)} steps")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
