# healthy
"""PPO-like regression: only the policy's parameters are to be clipped, picked by name."""
import torch
from torch import nn

torch.manual_seed(33)


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.pi = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
        self.vf = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))


agent = Agent()
opt = torch.optim.Adam(agent.parameters(), lr=3e-4)
policy_params = [p for name, p in agent.named_parameters() if name.startswith("pi")]
for it in range(20):
    obs, act, ret = torch.randn(64, 4), torch.randint(2, (64,)), torch.randn(64)
    value = agent.vf(obs).squeeze(-1)
    logp = torch.distributions.Categorical(logits=agent.pi(obs)).log_prob(act)
    loss = -(logp * (ret - value.detach())).mean() * 20 + (value - ret).square().mean()
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(policy_params, 0.5)
    opt.step()
print(loss.item())
