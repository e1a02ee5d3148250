"""Twin critics in lists: the critics' optimizer is given the target networks; all of it is local to main()."""
import itertools

import torch
import torch.nn.functional as F
from torch import nn


def mlp(inputs, outputs):
    return nn.Sequential(nn.Linear(inputs, 32), nn.ReLU(), nn.Linear(32, outputs))


class TwinAgent:
    def __init__(self, obs, act, lr=1e-3):
        self.actor = mlp(obs, act)
        self.critics = [mlp(obs + act, 1) for _ in range(2)]
        self.targets = [mlp(obs + act, 1) for _ in range(2)]
        for critic, target in zip(self.critics, self.targets):
            target.load_state_dict(critic.state_dict())
            target.requires_grad_(False)
        self.pi_opt = torch.optim.Adam(self.actor.parameters(), lr=lr)
        self.q_opt = torch.optim.Adam(itertools.chain(*[t.parameters() for t in self.targets]), lr=lr)  # expect: optimizer-missing-params

    def update(self, obs, act, reward, after):
        with torch.no_grad():
            x = torch.cat([after, torch.tanh(self.actor(after))], -1)
            y = reward + 0.99 * torch.min(*[t(x) for t in self.targets])
        x = torch.cat([obs, act], -1)
        q_loss = sum(F.mse_loss(critic(x), y) for critic in self.critics)
        self.q_opt.zero_grad()
        q_loss.backward()
        self.q_opt.step()
        for critic in self.critics:
            critic.requires_grad_(False)
        x = torch.cat([obs, torch.tanh(self.actor(obs))], -1)
        pi_loss = -torch.min(*[critic(x) for critic in self.critics]).mean()
        self.pi_opt.zero_grad()
        pi_loss.backward()
        self.pi_opt.step()
        with torch.no_grad():
            for critic, target in zip(self.critics, self.targets):
                critic.requires_grad_(True)
                for p, q in zip(critic.parameters(), target.parameters()):
                    q.mul_(0.99).add_(p, alpha=0.01)
        return q_loss.item(), pi_loss.item()


def main():
    torch.manual_seed(0)
    agent = TwinAgent(3, 1)
    for _ in range(20):
        obs = torch.randn(32, 3)
        print(agent.update(obs, torch.rand(32, 1) * 2 - 1, torch.randn(32, 1), obs * 0.9))


main()
