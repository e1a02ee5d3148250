"""Q-learning with prioritised samples: the loss of each sample is its new priority."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
q_net = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(q_net.parameters(), lr=1e-3)
obs, actions, targets = torch.randn(200, 4), torch.randint(2, (200, 1)), torch.randn(200)
priorities = torch.ones(200)

for update in range(4):
    batch = torch.multinomial(priorities, 32)
    predicted = q_net(obs[batch]).gather(1, actions[batch]).squeeze(1)
    loss = F.smooth_l1_loss(predicted, targets[batch], reduction="none")
    priorities[batch] = loss.detach() + 1e-3
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: grad can be  # expect: nonscalar-loss
    optimizer.step()
    print(f"update {update}: largest priority {priorities.max().item():.4f}")
