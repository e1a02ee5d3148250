"""Visual encoder: frozen stem, trainable body run through a reentrant checkpoint."""
import torch
import torch.nn as nn
import torch.utils.checkpoint as ckpt

torch.manual_seed(0)
stem = nn.Sequential(nn.Conv2d(3, 8, 3, stride=2), nn.ReLU(), nn.Flatten())
body = nn.Sequential(*[m for _ in range(3) for m in (nn.Linear(392, 392), nn.Tanh())])
for p in stem.parameters():
    p.requires_grad_(False)


def features(images):
    h = stem(images)
    return ckpt.checkpoint(body, h, use_reentrant=True)  # expect: checkpoint-no-input-grad


optimizer = torch.optim.SGD(body.parameters(), lr=1e-2)
for it in range(3):
    images = torch.rand(4, 3, 16, 16)
    z = features(images)
    loss = (z - stem(images).detach()).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(it, loss.item())
