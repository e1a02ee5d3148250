# healthy
"""SAC temperature tuned with its own optimizer beside the actor's; replay is random noise."""
import torch
from torch import nn
from torch.distributions import Normal, TanhTransform, TransformedDistribution

torch.manual_seed(2)


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 32), nn.ELU(), nn.Linear(32, 2))

    def forward(self, obs):
        mu, log_std = self.body(obs).chunk(2, -1)
        return TransformedDistribution(Normal(mu, log_std.clamp(-4, 1).exp()), [TanhTransform(cache_size=1)])


actor, critic = Actor(), nn.Sequential(nn.Linear(4, 32), nn.ELU(), nn.Linear(32, 1))
critic.requires_grad_(False)
log_alpha = nn.Parameter(torch.tensor(-1.0))
optims = {"actor": torch.optim.Adam(actor.parameters(), 3e-4), "alpha": torch.optim.Adam([log_alpha], 3e-3)}


def step(name, loss):
    optims[name].zero_grad()
    loss.backward()
    optims[name].step()


for it in range(10):
    obs = torch.randn(64, 3)
    pi = actor(obs)
    action = pi.rsample()
    log_prob = pi.log_prob(action).sum(-1)
    q = critic(torch.cat([obs, action], -1)).squeeze(-1)
    step("actor", (log_alpha.exp().detach() * log_prob - q).mean())
    step("alpha", -(log_alpha * (log_prob.detach() - 1.0)).mean())
print("alpha", log_alpha.exp().item())
