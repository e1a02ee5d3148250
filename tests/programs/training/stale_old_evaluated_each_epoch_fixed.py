# healthy
"""PPO where `evaluate` is called twice inside the epoch: the second call takes the place of the stored one."""
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(51)


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 3))

    def evaluate(self, obs, act):
        dist = Categorical(logits=self.net(obs))
        return dist.log_prob(act), dist.entropy()


pi = Policy()
opt = torch.optim.Adam(pi.parameters(), lr=3e-4)


def surrogate(new, old, adv, eps=0.2):
    ratio = torch.exp(new - old)
    return torch.minimum(ratio * adv, ratio.clamp(1 - eps, 1 + eps) * adv).mean()


for it in range(4):
    obs = torch.randn(128, 4)
    act, adv = torch.randint(3, (128,)), torch.randn(128)
    with torch.no_grad():
        stored, _ = pi.evaluate(obs, act)
    for epoch in range(3):
        for idx in torch.randperm(128).split(64):
            logp, entropy = pi.evaluate(obs[idx], act[idx])
            old = stored[idx]
            loss = -surrogate(logp, old, adv[idx]) - 0.01 * entropy.mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
print(loss.item())
