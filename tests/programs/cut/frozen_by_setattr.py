"""Fine-tuning: everything but the head is frozen, by name; the head is called otherwise."""
import torch
from torch import nn


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem, self.mix = nn.Linear(8, 32), nn.Linear(32, 32)

    def forward(self, x):
        return torch.relu(self.mix(torch.relu(self.stem(x))))


class FineTuned(nn.Module):
    def __init__(self, backbone, n_act):
        super().__init__()
        self.backbone = backbone
        self.action_out = nn.Linear(32, n_act)

    def forward(self, x):
        return self.action_out(self.backbone(x))


def freeze(module, keep=("head",)):
    for name, p in module.named_parameters():
        setattr(p, "requires_grad", any(name.startswith(k) for k in keep))  # expect: frozen-parameters
    return module


torch.manual_seed(0)
model = freeze(FineTuned(Backbone(), 3))
opt = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
obs = torch.randn(96, 8)
act = obs.argmax(-1) % 3
for epoch in range(3):
    for o, a in zip(obs.split(32), act.split(32)):
        loss = nn.functional.cross_entropy(model(o), a)
        opt.zero_grad()
        loss.backward()
        opt.step()
    with torch.no_grad():
        print(epoch, (model(obs).argmax(-1) == act).float().mean().item())
