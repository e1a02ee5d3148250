"""PPO in which what was stored while acting is compared with what the policy says now."""
import torch
from torch import nn
from torch.distributions import Categorical


class Memory:
    def __init__(self, actor, size=64):
        self.states = torch.randn(size, 4)
        with torch.no_grad():
            dist = Categorical(logits=actor(self.states))
            self.actions = dist.sample()
            self.log_probs = dist.log_prob(self.actions)
        self.returns = (self.actions == 1).float() + 0.1 * torch.randn(size)


torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
critic = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=3e-3)

for iteration in range(2):
    memory = Memory(actor)
    old_log_probs = memory.log_probs
    for epoch in range(4):
        values = critic(memory.states).squeeze(1)
        advantages = (memory.returns - values).detach()
        log_probs = Categorical(logits=actor(memory.states)).log_prob(memory.actions)
        ratio = (log_probs - old_log_probs).exp()
        policy_loss = -torch.min(ratio * advantages, ratio.clamp(0.8, 1.2) * advantages).mean()
        loss = policy_loss + 0.5 * (memory.returns - values).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"iteration {iteration}: loss {loss.item():.4f}, largest ratio {ratio.max().item():.4f}")

for network in (actor, critic):
    for name, parameter in network.named_parameters():
        assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
