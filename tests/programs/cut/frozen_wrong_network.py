"""Distillation: the student was frozen instead of the teacher."""
import torch
import torch.nn as nn
import torch.nn.functional as F


def make_net(width):
    return nn.Sequential(nn.Linear(8, width), nn.GELU(), nn.Linear(width, 5))


def freeze(module):
    module.eval()
    for p in module.parameters():
        p.requires_grad_(False)  # expect: frozen-parameters
    return module


torch.manual_seed(0)
student, teacher = make_net(16), make_net(128)
freeze(student)
optimizer = torch.optim.Adam(student.parameters(), lr=1e-3)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 10)
T = 2.0
for step in range(3):
    x = torch.randn(64, 8)
    with torch.no_grad():
        soft = F.softmax(teacher(x) / T, dim=-1)
    logp = F.log_softmax(student(x) / T, dim=-1)
    loss = F.kl_div(logp, soft, reduction="batchmean") * T * T
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    scheduler.step()
    agree = (logp.argmax(-1) == soft.argmax(-1)).float().mean().item()
    print(step, loss.item(), agree)
