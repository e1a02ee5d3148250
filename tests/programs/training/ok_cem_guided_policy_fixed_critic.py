# healthy
"""Policy extraction from a fixed random critic-like score: only the policy is trained, the critic collects gradients."""
import torch
from torch import nn

torch.manual_seed(64)


class Score(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, obs, act):
        return self.net(torch.cat([obs, act], -1)).squeeze(-1)


score = Score()
score.load_state_dict(Score().state_dict())
policy = nn.Sequential(nn.Linear(3, 32), nn.ReLU(), nn.Linear(32, 1), nn.Tanh())
opt = torch.optim.Adam(policy.parameters(), lr=1e-3)
for it in range(20):
    obs = torch.randn(64, 3)
    loss = -score(obs, policy(obs)).mean()
    opt.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
    opt.step()
print(loss.item())
