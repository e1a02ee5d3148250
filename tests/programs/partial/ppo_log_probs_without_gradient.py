"""PPO with one loss and one optimizer for actor and critic: the new log-probabilities are computed without a gradient."""

import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(3)


class Agent(nn.Module):
    def __init__(self, observations: int, actions: int) -> None:
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(observations, 16), nn.Tanh(), nn.Linear(16, actions))
        self.critic = nn.Sequential(nn.Linear(observations, 16), nn.Tanh(), nn.Linear(16, 1))
        self.log_std = nn.Parameter(torch.zeros(actions))

    def policy(self, obs: torch.Tensor) -> Normal:
        return Normal(self.actor(obs), self.log_std.exp())


class Rollout:
    def __init__(self) -> None:
        self.obs, self.actions, self.log_probs, self.rewards = [], [], [], []

    def add(self, obs: torch.Tensor, action: torch.Tensor, log_prob: torch.Tensor, reward: torch.Tensor) -> None:
        self.obs.append(obs)
        self.actions.append(action)
        self.log_probs.append(log_prob)
        self.rewards.append(reward)


agent = Agent(3, 2)
optimizer = torch.optim.Adam(agent.parameters(), lr=1e-3)


def collect(steps: int) -> Rollout:
    rollout, obs = Rollout(), torch.randn(8, 3)
    for _ in range(steps):
        with torch.no_grad():
            policy = agent.policy(obs)
            action = policy.sample()
            log_prob = policy.log_prob(action).sum(-1)
        rollout.add(obs, action, log_prob, -action.pow(2).sum(-1))
        obs = 0.9 * obs + 0.1 * torch.randn(8, 3)
    return rollout


def update(rollout: Rollout) -> float:
    obs, actions = torch.cat(rollout.obs), torch.cat(rollout.actions)
    old_log_probs = torch.cat(rollout.log_probs)
    returns = torch.cat(rollout.rewards)
    values = agent.critic(obs).squeeze(-1)
    advantages = returns - values.detach()
    with torch.no_grad():  # expect: no-grad-region
        new_log_probs = agent.policy(obs).log_prob(actions).sum(-1)
    ratio = (new_log_probs - old_log_probs).exp()
    policy_loss = -torch.min(ratio * advantages, ratio.clamp(0.8, 1.2) * advantages).mean()
    value_loss = (values - returns).pow(2).mean()
    entropy = agent.policy(obs).entropy().mean()
    loss = policy_loss + 0.5 * value_loss - 0.01 * entropy
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
    optimizer.step()
    return loss.item()


for _iteration in range(6):
    update(collect(4))
