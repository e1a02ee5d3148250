"""A shared trunk with two losses that are back-propagated one after the other."""
import torch
from torch import nn
from torch.distributions import Categorical


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(4, 32), nn.Tanh())
        self.actor, self.critic = nn.Linear(32, 2), nn.Linear(32, 1)

    def forward(self, obs):
        features = self.trunk(obs)
        return Categorical(logits=self.actor(features)), self.critic(features).squeeze(1)


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)
obs, action, returns = torch.randn(64, 4), torch.randint(0, 2, (64,)), torch.randn(64)

for epoch in range(6):
    dist, value = net(obs)
    optimizer.zero_grad()
    actor_loss = -(dist.log_prob(action) * (returns - value).detach()).mean()
    actor_loss.backward(retain_graph=True)
    critic_loss = (returns - value).square().mean()
    optimizer.zero_grad()  # expect: zero-grad-misplaced
    critic_loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: actor loss {actor_loss.item():.4f}, critic loss {critic_loss.item():.4f}")
