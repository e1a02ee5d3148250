import gymnasium as gym
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(2)
N, T = 4, 8
envs = gym.vector.SyncVectorEnv([lambda: gym.make("MountainCarContinuous-v0") for _ in range(N)])


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 32)
        self.mu = nn.Linear(32, 1)

    def forward(self, s):
        return torch.tanh(self.mu(F.relu(self.fc(s))))


class Storage:
    def __init__(self, T, N):
        self.obs = torch.zeros(T, N, 2)
        self.actions = torch.zeros(T, N, 1)
        self.t = 0

    def insert(self, obs, action):
        self.obs[self.t].copy_(obs)
        self.actions[self.t].copy_(action)
        self.t = (self.t + 1) % len(self.obs)


policy, storage = Policy(), Storage(T, N)
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)
obs = torch.from_numpy(envs.reset(seed=7)[0])
for update in range(3):
    positions = []
    for t in range(T):
        force = policy(obs)
        with torch.no_grad():
            storage.insert(obs, force)
        nxt, rew, term, trunc, infos = envs.step(force.detach().numpy())  # expect: env-step-boundary
        obs = torch.from_numpy(nxt)
        positions.append(obs[:, 0])
    loss = F.mse_loss(torch.stack(positions), torch.full((T, N), 0.45))
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
    optimizer.step()
    print(update, loss.item(), "mean |a|", storage.actions.abs().mean().item())
