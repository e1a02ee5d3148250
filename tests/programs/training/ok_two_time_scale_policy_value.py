# healthy
"""Value network trained for ten steps, then the policy for one: phasic updates with auxiliary distillation."""
import copy

import torch
from torch import nn
from torch.distributions import Categorical, kl_divergence

torch.manual_seed(81)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.pi, self.aux = nn.Sequential(nn.Linear(4, 32), nn.ReLU()), nn.Linear(32, 3), nn.Linear(32, 1)

    def forward(self, x):
        h = self.body(x)
        return Categorical(logits=self.pi(h)), self.aux(h).squeeze(-1)


net, value = Net(), nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 1))
po, vo = torch.optim.Adam(net.parameters(), 1e-3), torch.optim.Adam(value.parameters(), 1e-3)
for phase in range(4):
    obs, act = torch.randn(96, 4), torch.randint(3, (96,))
    ret = obs[:, 0] * (act == 1)
    for _ in range(5):
        vl = (value(obs).squeeze(-1) - ret).square().mean()
        vo.zero_grad(); vl.backward(); vo.step()
    dist, _ = net(obs)
    adv = ret - value(obs).squeeze(-1).detach()
    pl = -(dist.log_prob(act) * adv).mean()
    po.zero_grad(); pl.backward(); po.step()
    if phase % 2:
        old = copy.deepcopy(net)
        with torch.no_grad():
            before, _ = old(obs)
        for _ in range(3):
            dist, aux = net(obs)
            joint = 0.5 * (aux - ret).square().mean() + kl_divergence(before, dist).mean()
            po.zero_grad(); joint.backward(); po.step()
print(vl.item(), pl.item(), joint.item())
