# healthy
"""Contextual bandit. The reward table is a tensor, the loss is the negative reward of the sampled arm."""
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
ARMS, CTX = 5, 8
true_w = torch.randn(CTX, ARMS)


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(CTX, 32), nn.ReLU(), nn.Linear(32, ARMS))

    def forward(self, ctx):
        return Categorical(logits=self.net(ctx))


def pull(ctx, arm):
    payoff = ctx @ true_w
    return payoff.gather(1, arm.unsqueeze(1)).squeeze(1)


policy = Policy()
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
baseline = 0.0
for step in range(3):
    ctx = torch.randn(64, CTX)
    pi = policy(ctx)
    arm = pi.sample()
    reward = pull(ctx, arm)
    loss = -(pi.log_prob(arm) * (reward - baseline)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    baseline = 0.9 * baseline + 0.1 * reward.mean().item()
    print(step, loss.item())
