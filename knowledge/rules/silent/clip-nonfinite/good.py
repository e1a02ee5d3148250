"""An agent with an auxiliary head that predicts the distance to the goal; some goals are already reached."""
import torch
from torch import nn
from torch.nn import functional as F


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.policy = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
        self.distance = nn.Linear(4, 2)

    def forward(self, obs):
        reached = obs.abs().sum(dim=1, keepdim=True) > 0
        offset = self.distance(obs) * reached
        return self.policy(obs), (offset.square().sum(dim=1) + 1e-8).sqrt()


torch.manual_seed(0)
agent = Agent()
optimizer = torch.optim.Adam(agent.parameters(), lr=1e-3)
obs, action = torch.randn(32, 4), torch.randn(32, 2)
obs[::8] = 0.0

for update in range(4):
    proposal, distance = agent(obs)
    loss = F.mse_loss(proposal, action) + 0.1 * F.mse_loss(distance, obs.norm(dim=1))
    optimizer.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(agent.parameters(), 1.0)
    optimizer.step()
    print(f"update {update}: loss {loss.item():.4f}, gradient norm {norm.item():.4f}")

for network in (agent.policy, agent.distance):
    for name, parameter in network.named_parameters():
        assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
