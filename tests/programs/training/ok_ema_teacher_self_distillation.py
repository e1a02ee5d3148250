# healthy
"""BYOL-like representation learning: the teacher is an average of the student, its output is detached."""
import copy

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(78)
student = nn.Sequential(nn.Linear(8, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, 8))
predictor = nn.Linear(8, 8)
teacher = copy.deepcopy(student)
opt = torch.optim.SGD([*student.parameters(), *predictor.parameters()], lr=0.05, momentum=0.9, weight_decay=1e-4)
for it in range(15):
    x = torch.randn(64, 8)
    one, two = x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x)
    loss = 2 - 2 * F.cosine_similarity(predictor(student(one)), teacher(two).detach()).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        for t, s in zip(teacher.parameters(), student.parameters()):
            t.mul_(0.99).add_(s, alpha=0.01)
print(loss.item())
