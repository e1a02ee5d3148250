"""A denoising policy whose weights are averaged while it trains; the average is what is evaluated."""
import torch
from torch import nn
from torch.nn import functional as F
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

LEVELS = 10


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.level = nn.Embedding(LEVELS, 16)
        self.layers = nn.Sequential(nn.Linear(22, 64), nn.SiLU(), nn.Linear(64, 64), nn.SiLU(), nn.Linear(64, 2))

    def forward(self, noisy, obs, level):
        return self.layers(torch.cat([noisy, obs, self.level(level)], dim=-1))


class Demonstrations:
    def __init__(self, count):
        self.obs = torch.randn(count, 4)
        side = torch.where(torch.rand(count, 1) < 0.5, -1.0, 1.0)
        self.actions = side * torch.tanh(self.obs[:, :2])

    def batches(self, size):
        for index in torch.randperm(len(self.obs)).split(size):
            yield self.obs[index], self.actions[index]


def loss_of(model, obs, action, keep):
    level = torch.randint(0, LEVELS, (len(obs),))
    noise = torch.randn_like(action)
    share = keep[level][:, None]
    noisy = share.sqrt() * action + (1 - share).sqrt() * noise
    return F.mse_loss(model(noisy, obs, level), noise)


@torch.no_grad()
def validate(model, data, keep):
    return loss_of(model, data.obs, data.actions, keep).item()


torch.manual_seed(0)
keep = torch.linspace(0.99, 0.05, LEVELS)
training, held_out = Demonstrations(512), Demonstrations(256)
model = Denoiser()
average = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.95))
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-4)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=4e-3, total_steps=6 * 8)
for epoch in range(6):
    for obs, action in training.batches(64):
        loss = loss_of(model, obs, action, keep)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
        average.update_parameters(model)
    print(f"epoch {epoch}: loss {loss.item():.4f}, validation {validate(model, held_out, keep):.4f}, "
          f"of the average {validate(average, held_out, keep):.4f}")
