"""Multi-agent attention critic that forbids communication with dead agents."""
import torch
from torch import nn

torch.manual_seed(5)


class Talk(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(6, width) for _ in range(3))
        self.value = nn.Linear(width, 1)

    def forward(self, obs, alive):
        weights = (self.q(obs) @ self.k(obs).transpose(1, 2) / 4).softmax(-1)
        weights *= alive[:, None, :]  # expect: inplace-modified
        return self.value(weights @ self.v(obs)).squeeze(-1)


critic = Talk()
opt = torch.optim.SGD(critic.parameters(), lr=1e-2, momentum=0.9)
for it in range(8):
    obs, alive = torch.randn(20, 4, 6), (torch.rand(20, 4) > 0.2).float()
    team = critic(obs, alive).mean(1)
    loss = nn.functional.huber_loss(team, torch.ones(20))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
