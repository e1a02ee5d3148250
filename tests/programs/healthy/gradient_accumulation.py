"""Behaviour cloning with gradients accumulated over four small batches, AdamW, warm-up and cosine decay."""
import math

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

ACCUMULATE, EPOCHS, WARM_UP = 4, 3, 4


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(10, 48)
        self.block = nn.TransformerEncoderLayer(48, nhead=4, dim_feedforward=64, batch_first=True, dropout=0.0)
        self.head = nn.Linear(48, 2)

    def forward(self, history):
        return self.head(self.block(self.embed(history))[:, -1])


def schedule(step, total):
    if step < WARM_UP:
        return (step + 1) / WARM_UP
    return 0.5 * (1.0 + math.cos(math.pi * (step - WARM_UP) / max(1, total - WARM_UP)))


def groups(policy):
    """Weights decay; biases and norms do not."""
    decay = [parameter for parameter in policy.parameters() if parameter.ndim > 1]
    rest = [parameter for parameter in policy.parameters() if parameter.ndim <= 1]
    return [{"params": decay, "weight_decay": 0.01}, {"params": rest, "weight_decay": 0.0}]


torch.manual_seed(0)
history = torch.randn(256, 6, 10)
commands = torch.stack([history[:, -1, 0] - history[:, -2, 0], history[:, -1, 1:5].mean(dim=1)], dim=1)
loader = DataLoader(TensorDataset(history, commands), batch_size=16, shuffle=True)

policy = Policy()
optimizer = torch.optim.AdamW(groups(policy), lr=3e-3)
total = EPOCHS * len(loader) // ACCUMULATE
scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: schedule(step, total))

optimizer.zero_grad()
for epoch in range(EPOCHS):
    running = 0.0
    for number, (batch, target) in enumerate(loader, 1):
        loss = F.mse_loss(policy(batch), target)
        (loss / ACCUMULATE).backward()
        running += loss.item()
        if number % ACCUMULATE == 0:
            norm = nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
    rate = scheduler.get_last_lr()[0]
    print(f"epoch {epoch}: loss {running / len(loader):.4f}, last norm {norm.item():.3f}, learning rate {rate:.5f}")
