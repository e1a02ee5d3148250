"""Policy gradient on logged rollouts: observations, the actions that were taken, and their advantages."""
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(6, 32), nn.Tanh(), nn.Linear(32, 3))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
obs, actions, rewards = torch.randn(128, 6), torch.randint(0, 3, (128,)), torch.randn(128)

for epoch in range(5):
    log_probs = Categorical(logits=policy(obs)).log_prob(actions)
    advantages = (rewards - rewards.mean()) / rewards.std()
    loss = -(advantages * rewards).mean()  # expect: loss-without-network
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}, mean log-prob {log_probs.mean().item():.3f}")
