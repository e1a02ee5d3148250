# healthy
"""A network for each seed, and copies of it that are fine-tuned for a look: their optimizers are done with before the end."""
import copy

import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 32), nn.ReLU())
        self.pi, self.v = nn.Linear(32, 3), nn.Linear(32, 1)

    def forward(self, x):
        z = self.body(x)
        return self.pi(z), self.v(z).squeeze(-1)


def adapted(net, x, labels):
    learner = copy.deepcopy(net)
    for p in [*learner.body.parameters(), *learner.v.parameters()]:
        p.requires_grad_(False)
    opt = torch.optim.SGD(learner.pi.parameters(), 0.1)
    for _ in range(3):
        loss = F.cross_entropy(learner(x)[0], labels)
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item()


def reward_model(seed):
    torch.manual_seed(seed)
    model = nn.Linear(6, 1)
    for _ in range(10):
        x = torch.randn(16, 6)
        grads = torch.autograd.grad(F.mse_loss(model(x)[:, 0], x.sum(1)), list(model.parameters()))
        with torch.no_grad():
            for p, g in zip(model.parameters(), grads):
                p -= 0.1 * g
    return model


def train(seed):
    model = reward_model(seed)
    net = Net()
    target = copy.deepcopy(net).requires_grad_(False)
    opt = torch.optim.Adam(net.parameters(), 1e-3)
    for it in range(15):
        x = torch.randn(32, 6)
        logits, value = net(x)
        dist = torch.distributions.Categorical(logits=logits)
        act = dist.sample()
        with torch.no_grad():
            adv = model(x)[:, 0] + act + 0.9 * target(x * 0.9)[1] - value
        loss = -(dist.log_prob(act) * adv).mean() + F.mse_loss(value, adv + value.detach())
        opt.zero_grad()
        loss.backward()
        opt.step()
        if it % 5 == 4:
            target.load_state_dict(net.state_dict())
            print(seed, adapted(net, x, act))


def main():
    for seed in range(3):
        train(seed)


main()
