"""A shared trunk with a policy loss and a reconstruction loss that are back-propagated one after the other."""
import torch
from torch import nn
from torch.distributions import Categorical
from torch.nn import functional as F


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(12, 48), nn.ReLU(), nn.Linear(48, 24), nn.ReLU())
        self.policy, self.value = nn.Linear(24, 4), nn.Linear(24, 1)
        self.decoder = nn.Sequential(nn.Linear(24, 48), nn.ReLU(), nn.Linear(48, 12))

    def forward(self, obs):
        features = self.trunk(obs)
        return Categorical(logits=self.policy(features)), self.value(features).squeeze(-1), self.decoder(features)


class Task:
    """A contextual bandit: the right arm is the largest of the first four inputs."""

    def observe(self, count):
        return torch.randn(count, 12)

    def reward(self, obs, action):
        return (obs[:, :4].argmax(dim=1) == action).float()


def norm_of(module):
    return torch.stack([parameter.grad.norm() for parameter in module.parameters()]).norm().item()


torch.manual_seed(0)
agent, task = Agent(), Task()
optimizer = torch.optim.Adam(
    [
        {"params": agent.trunk.parameters(), "lr": 1e-3},
        {"params": [*agent.policy.parameters(), *agent.value.parameters()], "lr": 3e-3},
        {"params": agent.decoder.parameters(), "lr": 3e-3},
    ]
)
average = 0.0
for update in range(120):
    obs = task.observe(64)
    dist, value, reconstruction = agent(obs)
    action = dist.sample()
    reward = task.reward(obs, action)
    advantage = (reward - value).detach()
    optimizer.zero_grad()

    policy_loss = -(dist.log_prob(action) * advantage).mean() - 0.01 * dist.entropy().mean()
    value_loss = F.mse_loss(value, reward)
    (policy_loss + 0.5 * value_loss).backward(retain_graph=True)
    from_policy = norm_of(agent.trunk)

    reconstruction_loss = F.mse_loss(reconstruction, obs)
    (0.1 * reconstruction_loss).backward()
    from_both = norm_of(agent.trunk)
    optimizer.step()

    average = 0.95 * average + 0.05 * reward.mean().item()
    if update % 30 == 29:
        print(f"update {update + 1}: reward {average:.3f}, reconstruction {reconstruction_loss.item():.4f}, "
              f"gradient of the trunk {from_policy:.4f}, then {from_both:.4f}")
