"""Actor-critic on CartPole: one loss for both networks, an optimizer for each."""
import gymnasium as gym
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
env = gym.make("CartPole-v1")
actor = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
critic = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
actor_optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)
critic_optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)

for episode in range(3):
    obs, done = env.reset(seed=episode)[0], False
    log_probs, values, rewards = [], [], []
    while not done and len(rewards) < 60:
        state = torch.from_numpy(obs)
        dist = Categorical(logits=actor(state))
        action = dist.sample()
        log_probs.append(dist.log_prob(action))
        values.append(critic(state).squeeze(0))
        obs, reward, done, _, _ = env.step(action.item())
        rewards.append(reward)

    returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
    values = torch.stack(values)
    advantages = (returns - values).detach()
    loss = -(torch.stack(log_probs) * advantages).mean() + 0.5 * (returns - values).square().mean()
    actor_optimizer.zero_grad()
    critic_optimizer.zero_grad()
    loss.backward()
    actor_optimizer.step()
    critic_optimizer.step()
    print(f"episode {episode}: {len(rewards)} steps, loss {loss.item():.3f}")

for name, parameter in [*actor.named_parameters(), *critic.named_parameters()]:
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
