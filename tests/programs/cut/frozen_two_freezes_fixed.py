# healthy
"""Two statements freeze networks: the reference rightly, the policy by mistake."""
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(6, 32), nn.Tanh(), nn.Linear(32, 4))

    def forward(self, x):
        return F.log_softmax(self.net(x), -1)


policy = Policy()
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
policy.requires_grad_(True)
reference = copy.deepcopy(policy)
for p in reference.parameters():
    p.requires_grad = False
for it in range(3):
    x, a = torch.randn(32, 6), torch.randint(0, 4, (32, 1))
    logp = policy(x)
    with torch.no_grad():
        ref = reference(x)
    chosen = logp.gather(1, a).squeeze(1)
    dpo = -F.logsigmoid(0.1 * (chosen - ref.gather(1, a).squeeze(1))).mean()
    optimizer.zero_grad()
    dpo.backward()
    optimizer.step()
    print(it, dpo.item())
