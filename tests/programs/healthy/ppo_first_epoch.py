"""PPO on CartPole. In the first epoch of each batch the ratio is exactly 1 and the policy loss prints as 0.0."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
GAMMA, LAMBDA, CLIP, EPOCHS, STEPS = 0.99, 0.95, 0.2, 4, 128


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
        self.critic = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))

    def forward(self, obs):
        return Categorical(logits=self.actor(obs)), self.critic(obs).squeeze(-1)


@torch.no_grad()
def collect(env, net, obs):
    rows = []
    for _ in range(STEPS):
        seen = torch.as_tensor(obs)
        dist, value = net(seen)
        action = dist.sample()
        obs, reward, terminated, truncated, _ = env.step(action.item())
        rows.append((seen, action, dist.log_prob(action), value, float(reward), float(terminated or truncated)))
        if terminated or truncated:
            obs, _ = env.reset()
    last_value = net(torch.as_tensor(obs))[1]
    return obs, rows, last_value


def estimate(rows, last_value):
    """Generalised advantages and returns, both constants."""
    advantages, running, following = [], 0.0, last_value.item()
    for _, _, _, value, reward, ended in reversed(rows):
        delta = reward + GAMMA * following * (1 - ended) - value.item()
        running = delta + GAMMA * LAMBDA * (1 - ended) * running
        advantages.insert(0, running)
        following = value.item()
    advantages = torch.tensor(advantages)
    returns = advantages + torch.stack([row[3] for row in rows])
    return (advantages - advantages.mean()) / (advantages.std() + 1e-8), returns


env, net = gym.make("CartPole-v1"), ActorCritic()
optimizer = torch.optim.Adam(net.parameters(), lr=2e-3, eps=1e-5)
obs, _ = env.reset(seed=0)
for iteration in range(4):
    obs, rows, last_value = collect(env, net, obs)
    advantage, returns = estimate(rows, last_value)
    states, actions, old_log_probs = (torch.stack([row[column] for row in rows]) for column in range(3))
    for epoch in range(EPOCHS):
        dist, value = net(states)
        ratio = (dist.log_prob(actions) - old_log_probs).exp()
        policy_loss = -torch.min(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
        value_loss = (value - returns).square().mean()
        loss = policy_loss + 0.5 * value_loss - 0.01 * dist.entropy().mean()
        optimizer.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(net.parameters(), max_norm=0.5)
        optimizer.step()
        clipped = ((ratio - 1).abs() > CLIP).float().mean().item()
        print(f"{iteration}.{epoch}: policy loss {policy_loss.item():.1f}, ratio {ratio.mean().item():.4f}, "
              f"clipped {clipped:.2f}, gradient norm {norm.item():.3f}")
    print("mean length", STEPS / max(1.0, np.sum([row[5] for row in rows])))
