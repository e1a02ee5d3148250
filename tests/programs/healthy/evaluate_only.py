"""Evaluate a stored policy on the inverted pendulum: nothing is trained here, and nothing needs a gradient."""
import argparse
import io

import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self, observations=4, actions=1):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(observations, 32), nn.Tanh())
        self.mean = nn.Linear(32, actions)
        self.log_std = nn.Parameter(torch.full((actions,), -1.0))

    def forward(self, obs):
        return Normal(self.mean(self.body(obs)), self.log_std.exp())


def stored_policy():
    """Stands in for a file: a policy that someone else has trained."""
    torch.manual_seed(3)
    policy, stored = Policy(), io.BytesIO()
    with torch.no_grad():
        policy.mean.weight.mul_(0.1)
    torch.save(policy.state_dict(), stored)
    stored.seek(0)
    return stored


@torch.inference_mode()
def run_episode(env, policy, seed, deterministic):
    obs, _ = env.reset(seed=seed)
    total, entropy, done = 0.0, [], False
    while not done:
        dist = policy(torch.as_tensor(obs, dtype=torch.float32))
        action = dist.mean if deterministic else dist.sample()
        entropy.append(dist.entropy().sum().item())
        obs, reward, terminated, truncated, _ = env.step(np.clip(action.numpy(), -3.0, 3.0))
        total += float(reward)
        done = terminated or truncated
    return total, float(np.mean(entropy))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--episodes", type=int, default=8)
    parser.add_argument("--stochastic", action="store_true")
    options = parser.parse_args()

    policy = Policy()
    policy.load_state_dict(torch.load(stored_policy()))
    policy.eval().requires_grad_(False)
    env = gym.make("InvertedPendulum-v5", max_episode_steps=200)
    scores = [run_episode(env, policy, seed, not options.stochastic) for seed in range(options.episodes)]
    returns = np.array([score for score, _ in scores])
    print(f"return {returns.mean():.1f} ± {returns.std():.1f} over {options.episodes} episodes")
    print(f"entropy {np.mean([entropy for _, entropy in scores]):.3f}")


if __name__ == "__main__":
    main()
