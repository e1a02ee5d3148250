"""Learn which of three grippers fits an object: the choice is sampled, the reward says whether it fitted."""
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(5, 32), nn.ReLU(), nn.Linear(32, 3))
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)

for update in range(4):
    objects = torch.randn(64, 5)
    dist = Categorical(logits=policy(objects))
    choice = dist.sample()
    reward = (choice == objects[:, :3].argmax(dim=1)).float()
    loss = -(dist.log_prob(choice) * (reward - reward.mean())).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"update {update}: {reward.mean().item():.2f} fitted, loss {loss.item():.4f}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
