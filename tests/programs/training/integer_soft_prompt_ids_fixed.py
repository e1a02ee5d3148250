# healthy
"""Learnable discrete skill ids: the author wants the gradient of the loss along the skill."""
import torch
from torch import nn

torch.manual_seed(14)
policy = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 1))
opt = torch.optim.Adam(policy.parameters(), lr=1e-3)


class SkillBank:
    def __init__(self, n):
        self.code = torch.arange(n, dtype=torch.float32).requires_grad_(True)

    def onehot_like(self, index):
        return self.code[index][:, None].expand(-1, 2) / 4


bank = SkillBank(4)
for it in range(6):
    obs, skill = torch.randn(16, 3), torch.randint(4, (16,))
    loss = (policy(torch.cat([obs, bank.onehot_like(skill)], -1)) - obs[:, :1]).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(bank.code.grad)
