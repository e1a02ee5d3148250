# healthy
"""Goal-conditioned actor with hindsight relabelling. Old actor outputs sit in the episode memory."""
import numpy as np
import torch
import torch.nn as nn


class GoalReach:
    def __init__(self, rng):
        self.rng = rng

    def reset(self):
        self.x = self.rng.uniform(-1, 1, 2)
        return self.x.copy(), self.rng.uniform(-1, 1, 2)

    def step(self, a):
        self.x = np.clip(self.x + 0.1 * a, -2, 2)
        return self.x.copy()


class HindsightMemory:
    def __init__(self, rng, k=2):
        self.episodes, self.rng, self.k = [], rng, k

    def store(self, episode):
        self.episodes.append(episode)

    def sample(self, n):
        obs, goals, policy_out = [], [], []
        for _ in range(n):
            ep = self.episodes[self.rng.integers(len(self.episodes))]
            t = int(self.rng.integers(len(ep)))
            future = ep[int(self.rng.integers(t, len(ep)))]
            obs.append(ep[t]["obs"]), goals.append(future["achieved"]), policy_out.append(ep[t]["mean"])
        return (torch.tensor(np.array(obs), dtype=torch.float32),
                torch.tensor(np.array(goals), dtype=torch.float32), torch.stack(policy_out))


torch.manual_seed(0)
rng = np.random.default_rng(0)
env, memory = GoalReach(rng), HindsightMemory(rng)
actor = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 2), nn.Tanh())
optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)


def collect():
    x, g = env.reset()
    episode = []
    for _ in range(6):
        inp = torch.as_tensor(np.concatenate([x, g]), dtype=torch.float32)
        mean = actor(inp)
        nxt = env.step(mean.detach().numpy() + 0.1 * rng.normal(size=2))
        episode.append({"obs": x, "mean": mean.detach(), "achieved": nxt})
        x = nxt
    memory.store(episode)


for it in range(3):
    collect()
    obs, goals, mean = memory.sample(16)
    wanted = ((goals - obs) / 0.1).clamp(-1, 1)
    loss = (actor(torch.cat([obs, goals], -1)) - wanted).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(it, loss.item())
