"""PPO with the ratio as a quotient of two probabilities from the same forward function."""
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(111)


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.mu, self.log_std = nn.Linear(3, 1), nn.Parameter(torch.zeros(1))
        self.opt = torch.optim.Adam(self.parameters(), lr=3e-3)

    def logp(self, obs, act):
        return Normal(self.mu(obs), self.log_std.exp()).log_prob(act).sum(-1)

    def update(self, batch):
        obs, act, adv, stored = batch
        for _ in range(3):
            new_logp = self.logp(obs, act)
            old_logp = self.logp(obs, act)  # expect: stale-log-prob
            ratio = torch.exp(new_logp - old_logp)
            loss = -torch.min(ratio * adv, torch.clamp(ratio, 0.8, 1.2) * adv).mean()
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
        return loss.item()


agent = Agent()
for it in range(4):
    obs, act, adv = torch.randn(64, 3), torch.randn(64, 1), torch.randn(64)
    with torch.no_grad():
        stored = agent.logp(obs, act)
    print(agent.update((obs, act, adv, stored)))
