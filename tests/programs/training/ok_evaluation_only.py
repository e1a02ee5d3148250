# healthy
"""Loads (fakes) a checkpoint and evaluates it on CartPole; there is an optimizer in the checkpoint, never stepped."""
import gymnasium as gym
import torch
from torch import nn

torch.manual_seed(74)
policy = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))
opt = torch.optim.Adam(policy.parameters())
checkpoint = {"policy": policy.state_dict(), "optim": opt.state_dict()}
policy.load_state_dict(checkpoint["policy"])
opt.load_state_dict(checkpoint["optim"])
policy.eval()


@torch.inference_mode()
def act(obs):
    return policy(torch.as_tensor(obs)).argmax().item()


env = gym.make("CartPole-v1")
lengths = []
for episode in range(5):
    obs, _ = env.reset(seed=episode)
    n, over = 0, False
    while not over:
        obs, _, term, trunc, _ = env.step(act(obs))
        n, over = n + 1, term or trunc
    lengths.append(n)
print("mean length", sum(lengths) / len(lengths))
