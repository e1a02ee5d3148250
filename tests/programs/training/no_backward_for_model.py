"""Model and policy are updated in turn; the model's loss is computed, logged, and never sent back."""
import torch
from torch import nn

torch.manual_seed(43)
model, policy = nn.Linear(4, 3), nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
opt_m, opt_p = torch.optim.Adam(model.parameters(), 1e-3), torch.optim.Adam(policy.parameters(), 1e-3)
for it in range(12):
    s = torch.randn(32, 3)
    a = torch.rand(32, 1) * 2 - 1
    nxt = 0.9 * s + 0.1 * a
    model_loss = (model(torch.cat([s, a], -1)) - nxt).square().mean()  # expect: backward-missing
    opt_m.zero_grad()
    opt_m.step()  # expect: backward-missing
    cost = model(torch.cat([s, policy(s)], -1)).square().mean()
    opt_p.zero_grad()
    cost.backward()
    opt_p.step()
    print(it, model_loss.item(), cost.item())
