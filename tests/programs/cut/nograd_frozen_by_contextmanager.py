"""Imitation with a context manager that puts modules in evaluation mode."""
import contextlib

import torch
import torch.nn as nn


@contextlib.contextmanager
def evaluating(*modules):
    flags = [m.training for m in modules]
    for m in modules:
        m.eval()
    with torch.no_grad():  # expect: no-grad-region
        yield
    for m, flag in zip(modules, flags):
        m.train(flag)


class Student(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(10, 48), nn.Dropout(0.2), nn.ReLU())
        self.action = nn.Linear(48, 3)

    def forward(self, x):
        return self.action(self.trunk(x))


torch.manual_seed(0)
teacher, student = Student(), Student()
opt = torch.optim.RAdam(student.parameters(), lr=1e-3)
huber = nn.HuberLoss()
for step in range(3):
    x = torch.randn(32, 10)
    with evaluating(teacher, student):
        wanted = teacher(x)
        got = student(x)
    loss = huber(got, wanted)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
