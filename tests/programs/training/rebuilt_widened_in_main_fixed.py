# healthy
"""A model of the world is widened before its trainer makes the optimizer; nothing of it outlives main()."""
import torch
import torch.nn.functional as F
from torch import nn


class WorldModel(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.widen(states, actions)

    def widen(self, states, actions):
        self.net = nn.Sequential(nn.Linear(states + actions, 64), nn.SiLU(), nn.Linear(64, states))

    def forward(self, x):
        return self.net(x)


class Trainer:
    def __init__(self, model, lr):
        self.model = model
        self.opt = torch.optim.Adam(self.model.parameters(), lr=lr)
        self.schedule = torch.optim.lr_scheduler.StepLR(self.opt, 5, 0.5)

    def epoch(self, inputs, outputs):
        for rows in torch.randperm(len(inputs)).split(32):
            loss = F.mse_loss(self.model(inputs[rows]), outputs[rows])
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
        self.schedule.step()
        return loss.item()


def main():
    torch.manual_seed(0)
    model = WorldModel(4, 1)
    model.widen(5, 2)
    trainer = Trainer(model, 1e-3)
    inputs = torch.randn(128, 7)
    for _ in range(4):
        print(trainer.epoch(inputs, torch.sin(inputs[:, :5])))


main()
