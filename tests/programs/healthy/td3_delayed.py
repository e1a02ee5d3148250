"""TD3 on a mass-spring task written in torch: the actor and the frozen targets move at every second update only."""
import copy

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
GAMMA, TAU, DELAY = 0.95, 0.02, 2


def mlp(inputs, outputs):
    return nn.Sequential(nn.Linear(inputs, 48), nn.ReLU(), nn.Linear(48, outputs))


def simulate(count):
    """Transitions of a damped spring under random forces."""
    state = torch.randn(count, 2)
    force = torch.rand(count, 1) * 2.0 - 1.0
    position, velocity = state[:, :1], state[:, 1:]
    velocity = velocity + 0.1 * (force - position - 0.2 * velocity)
    following = torch.cat([position + 0.1 * velocity, velocity], dim=1)
    reward = -following.square().sum(dim=1, keepdim=True)
    return state, force, reward, following


class Learner:
    def __init__(self):
        self.actor, self.critics = mlp(2, 1), nn.ModuleList([mlp(3, 1), mlp(3, 1)])
        self.slow_actor, self.slow_critics = copy.deepcopy(self.actor), copy.deepcopy(self.critics)
        for parameter in (*self.slow_actor.parameters(), *self.slow_critics.parameters()):
            parameter.requires_grad = False
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
        self.critic_optimizer = torch.optim.Adam(self.critics.parameters(), lr=1e-3)
        self.updates, self.actor_loss = 0, float("nan")

    def target(self, reward, following):
        noise = (0.2 * torch.randn(len(following), 1)).clamp(-0.5, 0.5)
        action = (self.slow_actor(following).tanh() + noise).clamp(-1.0, 1.0)
        x = torch.cat([following, action], dim=1)
        return reward + GAMMA * torch.min(self.slow_critics[0](x), self.slow_critics[1](x))

    def update(self, state, force, reward, following):
        target = self.target(reward, following)
        x = torch.cat([state, force], dim=1)
        critic_loss = sum(F.mse_loss(critic(x), target) for critic in self.critics)
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()
        self.updates += 1
        if self.updates % DELAY == 0:
            self.update_actor(state)
        return critic_loss.item()

    def update_actor(self, state):
        proposal = self.actor(state).tanh()
        loss = -self.critics[0](torch.cat([state, proposal], dim=1)).mean()
        self.actor_optimizer.zero_grad()
        loss.backward()
        self.actor_optimizer.step()
        self.actor_loss = loss.item()
        for fast, slow in ((self.actor, self.slow_actor), (self.critics, self.slow_critics)):
            for parameter, following in zip(fast.parameters(), slow.parameters()):
                following.data.mul_(1 - TAU).add_(TAU * parameter.data)


learner, memory = Learner(), simulate(2000)
for update in range(120):
    index = torch.randint(0, 2000, (64,))
    critic_loss = learner.update(*(column[index] for column in memory))
    if update % 30 == 29:
        print(f"update {update + 1}: critic loss {critic_loss:.4f}, actor loss {learner.actor_loss:.4f}")
