"""Behaviour cloning: imitate an expert's joint commands."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
states, expert_actions = torch.randn(96, 8), torch.randn(96, 2)

for epoch in range(5):
    for state, expert_action in zip(states.split(32), expert_actions.split(32)):
        action = policy(state)
        target = expert_action.clamp(-1.0, 1.0)
        loss = F.mse_loss(expert_action, target)  # expect: loss-without-network
        optimizer.zero_grad()
        loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
        optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}, largest command {action.abs().max().item():.3f}")
