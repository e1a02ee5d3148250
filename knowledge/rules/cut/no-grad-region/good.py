"""REINFORCE on CartPole: act, remember the log-probabilities, update after every episode."""
import gymnasium as gym
import torch
from torch import nn
from torch.distributions import Categorical


def act(policy, obs):
    dist = Categorical(logits=policy(torch.as_tensor(obs)))
    action = dist.sample()
    log_prob = dist.log_prob(action)
    return action.item(), log_prob


def evaluate(env, policy):
    obs, total = env.reset(seed=99)[0], 0.0
    with torch.no_grad():
        for _ in range(30):
            obs, reward, done, _, _ = env.step(policy(torch.as_tensor(obs)).argmax().item())
            total += reward
            if done:
                break
    return total


torch.manual_seed(0)
env = gym.make("CartPole-v1")
policy = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)

for episode in range(3):
    obs, done, log_probs, rewards = env.reset(seed=episode)[0], False, [], []
    while not done and len(rewards) < 50:
        action, log_prob = act(policy, obs)
        obs, reward, done, _, _ = env.step(action)
        log_probs.append(log_prob)
        rewards.append(reward)
    returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
    loss = -(torch.stack(log_probs) * (returns - returns.mean())).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"episode {episode}: loss {loss.item():.3f}, greedy return {evaluate(env, policy)}")

for name, parameter in policy.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
