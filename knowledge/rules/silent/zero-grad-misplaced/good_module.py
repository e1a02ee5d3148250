"""Q-learning whose training step clears the module's gradients."""
import copy

import torch
from torch import nn
from torch.nn import functional as F


class Learner:
    def __init__(self, q_net, gamma=0.98):
        self.q_net, self.gamma = q_net, gamma
        self.target = copy.deepcopy(q_net).requires_grad_(False)
        self.optimizer = torch.optim.SGD(q_net.parameters(), lr=0.05, momentum=0.9)

    def step(self, obs, action, reward, next_obs):
        target = reward + self.gamma * self.target(next_obs).max(dim=1).values
        loss = F.smooth_l1_loss(self.q_net(obs).gather(1, action).squeeze(1), target)
        self.q_net.zero_grad(set_to_none=False)
        loss.backward()
        self.optimizer.step()
        return loss.item()


torch.manual_seed(0)
q_net = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 3))
learner = Learner(q_net)
obs, next_obs, action = torch.randn(64, 4), torch.randn(64, 4), torch.randint(0, 3, (64, 1))
for update in range(6):
    print(f"update {update}: loss {learner.step(obs, action, obs[:, 0], next_obs):.4f}")

for name, parameter in q_net.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
