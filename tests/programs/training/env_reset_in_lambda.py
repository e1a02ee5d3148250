"""Policy gradient where the environment's functions are bound to short names first."""
import gymnasium as gym
import torch
from torch import nn

env = gym.make("CartPole-v1")
restart, advance = lambda s: env.reset(seed=s), env.step  # expect: gym-reset-tuple
to = lambda x: torch.as_tensor(x, dtype=torch.float32)

torch.manual_seed(0)
pi = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 2))
opt = torch.optim.Adam(pi.parameters(), lr=1e-3)

for ep in range(3):
    s, logs, rews = restart(ep), [], []  # expect: gym-reset-tuple
    for t in range(50):
        d = torch.distributions.Categorical(logits=pi(to(s)))
        a = d.sample()
        s, r, term, trunc, _ = advance(a.item())
        logs.append(d.log_prob(a)); rews.append(r)
        if term or trunc:
            break
    g = torch.tensor(rews).flip(0).cumsum(0).flip(0)
    loss = -(torch.stack(logs) * (g - g.mean())).sum()
    opt.zero_grad(); loss.backward(); opt.step()
    print(ep, len(rews))
