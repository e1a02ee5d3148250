"""NFQCA-like controller: asks for the slope of Q along the action to push the action uphill."""
import torch
from torch import nn

torch.manual_seed(10)


class Q(nn.Module):
    def __init__(self):
        super().__init__()
        self.obs, self.act, self.top = nn.Linear(3, 16), nn.Linear(1, 16), nn.Linear(16, 1)

    def forward(self, obs, act):
        h = torch.tanh(self.obs(obs) + self.act(act.detach()))
        return self.top(h).squeeze(-1)


q, policy = Q(), nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
opt = torch.optim.Adam(policy.parameters(), lr=1e-3)
for it in range(10):
    obs = torch.randn(32, 3)
    action = policy(obs)
    leaf = action.detach().requires_grad_()
    uphill = torch.autograd.grad(q(obs, leaf).sum(), leaf)[0]  # expect: unused-in-graph  # raises: RuntimeError: One of the differentiated Tensors
    opt.zero_grad()
    action.backward(-uphill / len(obs))
    opt.step()
print(action.mean().item())
