"""Policy gradient with a Gaussian policy and normalised advantages."""
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)
obs = torch.randn(128, 3)

for update in range(30):
    dist = Normal(policy(obs), 0.5)
    action = dist.sample()
    reward = -(action - obs[:, :1]).square().squeeze(1)
    advantage = (reward - reward.mean()) / (reward.std() + 1e-8)
    loss = -(dist.log_prob(action) * advantage).mean()  # expect: shape-broadcast
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if update % 10 == 9:
        norm = policy[0].weight.grad.norm().item()
        print(f"update {update}: reward {reward.mean().item():.4f}, loss {loss.item():.6f}, gradient norm {norm:.4f}")
