"""PPO with minibatches on Pendulum; the ratio compares the policy with the one that acted."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.distributions import Normal


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
        self.value = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))

    def log_prob(self, obs, action):
        return Normal(self.mean(obs), 0.5).log_prob(action).squeeze(-1)


torch.manual_seed(0)
env, agent = gym.make("Pendulum-v1"), Agent()
optimizer = torch.optim.Adam(agent.parameters(), lr=3e-3)
state, obs, actions, old_log_probs, rewards = env.reset(seed=0)[0], [], [], [], []
for _ in range(96):
    with torch.no_grad():
        obs.append(torch.as_tensor(state))
        actions.append(Normal(agent.mean(obs[-1]), 0.5).sample())
        old_log_probs.append(agent.log_prob(obs[-1], actions[-1]))
    state, reward, _, _, _ = env.step(np.clip(2.0 * actions[-1].numpy(), -2.0, 2.0))
    rewards.append(0.1 * float(reward))
obs, actions, old_log_probs = torch.stack(obs), torch.stack(actions), torch.stack(old_log_probs)
advantages = torch.tensor(rewards) - torch.tensor(rewards).mean()

for epoch in range(3):
    for index in torch.randperm(96).split(32):
        log_prob = agent.log_prob(obs[index], actions[index])
        old_log_prob = agent.log_prob(obs[index], actions[index])  # expect: stale-log-prob
        ratio = (log_prob - old_log_prob).exp()
        policy_loss = -torch.min(ratio * advantages[index], ratio.clamp(0.8, 1.2) * advantages[index]).mean()
        value_loss = (agent.value(obs[index]).squeeze(1) - torch.tensor(rewards)[index]).square().mean()
        optimizer.zero_grad()
        (policy_loss + 0.5 * value_loss).backward()
        optimizer.step()
    norm = agent.mean[0].weight.grad.norm().item()
    print(f"epoch {epoch}: largest ratio {ratio.max().item():.5f}, gradient norm of the policy {norm:.5f}")
