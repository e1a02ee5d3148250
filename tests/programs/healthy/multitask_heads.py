"""Imitation of three manipulation tasks with one trunk: in each iteration only the head of one task is used."""
import torch
from torch import nn
from torch.nn import functional as F

TASKS = {"reach": 3, "push": 2, "rotate": 1}


class MultiTaskPolicy(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(8, 64), nn.ReLU(), nn.Linear(64, 32), nn.ReLU())
        self.heads = nn.ModuleDict({task: nn.Linear(32, size) for task, size in TASKS.items()})
        self.spare = nn.Linear(32, 4).requires_grad_(False)

    def forward(self, obs, task):
        return self.heads[task](self.trunk(obs))


class Demonstrations:
    """Expert data: a fixed linear controller a task."""

    def __init__(self, generator):
        self.generator = generator
        self.experts = {task: torch.randn(8, size, generator=generator) for task, size in TASKS.items()}

    def batch(self, task, size=32):
        obs = torch.randn(size, 8, generator=self.generator)
        return obs, torch.tanh(obs @ self.experts[task])


def evaluate(policy, demonstrations):
    policy.eval()
    with torch.no_grad():
        errors = {}
        for task in TASKS:
            obs, action = demonstrations.batch(task, 128)
            errors[task] = F.mse_loss(policy(obs, task), action).item()
    policy.train()
    return errors


def main():
    torch.manual_seed(0)
    demonstrations = Demonstrations(torch.Generator().manual_seed(1))
    policy = MultiTaskPolicy()
    trainable = [parameter for parameter in policy.parameters() if parameter.requires_grad]
    optimizer = torch.optim.Adam(trainable, lr=3e-3)
    for iteration in range(90):
        task = list(TASKS)[iteration % len(TASKS)]
        obs, action = demonstrations.batch(task)
        loss = F.mse_loss(policy(obs, task), action)
        optimizer.zero_grad()
        loss.backward()
        idle = [name for name, head in policy.heads.items() if head.weight.grad is None]
        nn.utils.clip_grad_norm_(trainable, 5.0)
        optimizer.step()
        if iteration % 30 == 29:
            errors = {task: round(error, 3) for task, error in evaluate(policy, demonstrations).items()}
            print(f"iteration {iteration + 1}: errors {errors}, idle heads {idle}")


main()
