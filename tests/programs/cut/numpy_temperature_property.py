"""SAC with tuned temperature on a toy continuous bandit-like task."""
import copy

import torch
from torch import nn
from torch.distributions import Independent, Normal, TransformedDistribution
from torch.distributions.transforms import TanhTransform

torch.manual_seed(1)


class SquashedActor(nn.Module):
    def __init__(self, n_obs, n_act):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(n_obs, 32), nn.ReLU())
        self.mu, self.log_std = nn.Linear(32, n_act), nn.Linear(32, n_act)

    def forward(self, obs):
        h = self.trunk(obs)
        base = Independent(Normal(self.mu(h), self.log_std(h).clamp(-5, 1).exp()), 1)
        return TransformedDistribution(base, [TanhTransform(cache_size=1)])


class Critic(nn.Module):
    def __init__(self, n_obs, n_act):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_obs + n_act, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, obs, act):
        return self.net(torch.cat([obs, act], -1)).squeeze(-1)


class SAC:
    def __init__(self, n_obs=3, n_act=2):
        self.actor, self.critic = SquashedActor(n_obs, n_act), Critic(n_obs, n_act)
        self.target = copy.deepcopy(self.critic).requires_grad_(False)
        self.log_alpha = torch.zeros((), requires_grad=True)
        self.target_entropy = -float(n_act)
        self.opts = {
            "actor": torch.optim.Adam(self.actor.parameters(), lr=1e-3),
            "critic": torch.optim.Adam(self.critic.parameters(), lr=1e-3),
            "alpha": torch.optim.Adam([self.log_alpha], lr=1e-3),
        }

    @property
    def alpha(self):
        return self.log_alpha.exp().item()  # expect: numpy-roundtrip

    def apply(self, name, loss):
        self.opts[name].zero_grad()
        loss.backward()
        self.opts[name].step()
        return loss.item()

    def update(self, obs, act, rew, nxt):
        with torch.no_grad():
            d = self.actor(nxt)
            a = d.sample()
            y = rew + 0.99 * (self.target(nxt, a) - self.alpha * d.log_prob(a))
        logs = {"critic": self.apply("critic", (self.critic(obs, act) - y).pow(2).mean())}
        d = self.actor(obs)
        a = d.rsample()
        logp = d.log_prob(a)
        logs["actor"] = self.apply("actor", (self.alpha * logp - self.critic(obs, a)).mean())
        logs["alpha"] = self.apply("alpha", -(self.alpha * (logp.detach() + self.target_entropy)).mean())
        with torch.no_grad():
            for p, q in zip(self.critic.parameters(), self.target.parameters()):
                q.mul_(0.995).add_(0.005 * p)
        return logs


agent = SAC()
for i in range(4):
    obs = torch.randn(32, 3)
    act = torch.rand(32, 2) * 2 - 1
    print(i, agent.update(obs, act, -(act - obs[:, :2]).pow(2).sum(-1), torch.randn(32, 3)))
