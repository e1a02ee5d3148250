"""Actor and critic with an optimizer each; only one of them is cleared."""
import torch
from torch import nn

torch.manual_seed(42)


class AC:
    def __init__(self):
        self.pi, self.v = nn.Linear(4, 2), nn.Sequential(nn.Linear(4, 24), nn.ReLU(), nn.Linear(24, 1))
        self.opt_pi = torch.optim.Adam(self.pi.parameters(), 1e-3)
        self.opt_v = torch.optim.SGD(self.v.parameters(), 1e-2)

    def update(self, obs, act, ret):
        value = self.v(obs).squeeze(-1)
        v_loss = (value - ret).square().mean()
        v_loss.backward()  # expect: zero-grad-missing
        self.opt_v.step()  # expect: zero-grad-missing
        logp = self.pi(obs).log_softmax(-1).gather(1, act[:, None]).squeeze(1)
        pi_loss = -(logp * (ret - value.detach())).mean()
        self.opt_pi.zero_grad()
        pi_loss.backward()
        self.opt_pi.step()
        return v_loss.item()


ac = AC()
for it in range(20):
    obs = torch.randn(32, 4)
    print(it, ac.update(obs, (obs[:, 0] > 0).long(), obs.sum(-1)))
