"""Imagination training, started from here."""
import torch

from trainer import Trainer

torch.manual_seed(0)
trainer = Trainer()
for it in range(3):
    with torch.no_grad():
        start = torch.randn(16, 8)
    print(it, trainer.train_actor(start))
