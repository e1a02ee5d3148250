"""World model training: the rollout that the loss needs is made in inference mode."""
import torch
import torch.nn as nn

torch.manual_seed(0)


class Dynamics(nn.Module):
    def __init__(self, s=4, a=2):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(s + a, 32), nn.SiLU(), nn.Linear(32, s))

    def forward(self, s, a):
        return s + 0.1 * self.net(torch.cat([s, a], -1))


class Trainer:
    def __init__(self):
        self.model = Dynamics()
        self.ema = Dynamics().requires_grad_(False)
        self.opt = torch.optim.Adam(self.model.parameters(), 1e-3)

    def unroll(self, s, actions):
        states = []
        with torch.inference_mode():  # expect: no-grad-region
            for a in actions.unbind(1):
                s = self.model(s, a)
                states.append(s)
        return torch.stack(states, 1)

    def step(self, s0, actions, targets):
        pred = self.unroll(s0, actions)
        loss = sum((pred[:, t] - targets[:, t]).abs().mean() for t in range(pred.shape[1]))
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        with torch.no_grad():
            for p, q in zip(self.model.parameters(), self.ema.parameters()):
                q.lerp_(p, 0.01)
        return loss.item()


true = torch.randn(6, 4) * 0.3
trainer = Trainer()
for it in range(3):
    s0, actions = torch.randn(16, 4), torch.randn(16, 5, 2)
    targets, s = [], s0
    for a in actions.unbind(1):
        s = s + 0.1 * torch.cat([s, a], -1) @ true
        targets.append(s)
    print(it, trainer.step(s0, actions, torch.stack(targets, 1)))
