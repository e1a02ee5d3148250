"""A stochastic policy trained by back-propagating through a torch model of a sliding block."""
import torch
from torch import nn
from torch.distributions import Normal


def slide(state, push, dt=0.1):
    position, speed = state.unbind(dim=1)
    speed = 0.9 * speed + dt * push
    return torch.stack([position + dt * speed, speed], dim=1)


class Pusher(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 1))
        self.log_std = nn.Parameter(torch.full((1,), -1.0))

    def forward(self, state):
        return Normal(self.mean(state), self.log_std.exp())


torch.manual_seed(0)
policy = Pusher()
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)

for iteration in range(5):
    state, loss = torch.randn(16, 2), 0.0
    for _ in range(10):
        push = policy(state).sample()  # expect: sample-not-rsample
        state = slide(state, push.squeeze(1))
        loss = loss + state[:, 0].square().mean()
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
    optimizer.step()
    demonstration = policy(torch.zeros(1, 2)).sample().item()
    print(f"iteration {iteration}: loss {loss.item():.4f}, a push at the origin {demonstration:+.3f}")
