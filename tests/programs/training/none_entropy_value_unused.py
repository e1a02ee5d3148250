"""A2C: the value loss is computed and reported, and left out of the sum."""
import torch
from torch import nn

torch.manual_seed(47)


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(4, 24), nn.Tanh(), nn.Linear(24, 2))
        self.critic = nn.Sequential(nn.Linear(4, 24), nn.Tanh(), nn.Linear(24, 1))


agent = Agent()
opt = torch.optim.Adam(agent.parameters(), lr=7e-4)
for it in range(12):
    obs, act, ret = torch.randn(48, 4), torch.randint(2, (48,)), torch.randn(48)
    dist = torch.distributions.Categorical(logits=agent.actor(obs))
    value = agent.critic(obs).squeeze(-1)
    policy_loss = -(dist.log_prob(act) * (ret - value).detach()).mean()
    value_loss = nn.functional.mse_loss(value, ret)
    entropy = dist.entropy().mean()
    loss = policy_loss - 0.01 * entropy  # expect: none-gradients
    opt.zero_grad()
    loss.backward()  # expect: none-gradients
    nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
    opt.step()
    print(it, policy_loss.item(), value_loss.item())
