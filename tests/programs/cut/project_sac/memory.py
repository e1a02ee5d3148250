import numpy as np
import torch


class RingBuffer:
    def __init__(self, capacity, obs_dim, act_dim):
        self.obs = np.zeros((capacity, obs_dim), np.float32)
        self.act = np.zeros((capacity, act_dim), np.float32)
        self.rew = np.zeros(capacity, np.float32)
        self.nxt = np.zeros((capacity, obs_dim), np.float32)
        self.head = self.size = 0
        self.capacity = capacity

    def add(self, obs, act, rew, nxt):
        i = self.head
        self.obs[i], self.act[i], self.rew[i], self.nxt[i] = obs, act, rew, nxt
        self.head = (i + 1) % self.capacity
        self.size = min(self.size + 1, self.capacity)

    def sample(self, n, rng):
        idx = rng.integers(0, self.size, n)
        return {k: torch.from_numpy(getattr(self, k)[idx]) for k in ("obs", "act", "rew", "nxt")}
