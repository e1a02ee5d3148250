# healthy
"""A3C-style: each worker's local network hands its gradients to the shared one."""
import torch
from torch import nn
torch.manual_seed(0)
class AC(nn.Module):
    def __init__(self):
        super().__init__()
        self.b, self.p, self.v = nn.Linear(4, 32), nn.Linear(32, 2), nn.Linear(32, 1)
    def forward(self, x):
        h = self.b(x).relu()
        return self.p(h), self.v(h).squeeze(-1)
def ensure_shared_grads(model, shared):
    for p, sp in zip(model.parameters(), shared.parameters()):
        sp._grad = p.grad
shared = AC()
opt = torch.optim.Adam(shared.parameters(), 1e-3)
def worker(rank, n):
    torch.manual_seed(rank)
    local = AC()
    for _ in range(n):
        local.load_state_dict(shared.state_dict())
        s = torch.randn(16, 4)
        logits, v = local(s)
        d = torch.distributions.Categorical(logits=logits)
        a = d.sample()
        r = s[:, 0] * a
        adv = r - v
        loss = -(d.log_prob(a) * adv.detach()).mean() + 0.5 * adv.pow(2).mean()
        local.zero_grad()
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(local.parameters(), 40)
        ensure_shared_grads(local, shared)
        opt.step()
for rank in range(3): worker(rank, 6)
