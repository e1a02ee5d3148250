"""Distributed training of a policy with two heads; the value head is warmed up from the third update on."""
import torch
import torch.distributed as dist
from torch import nn
from torch.nn import functional as F
from torch.nn.parallel import DistributedDataParallel


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 32), nn.Tanh())
        self.action, self.value = nn.Linear(32, 2), nn.Linear(32, 1)

    def forward(self, obs):
        features = self.body(obs)
        return self.action(features), self.value(features)


torch.manual_seed(0)
dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
model = DistributedDataParallel(TwoHeads())
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

for update in range(4):
    obs = torch.randn(32, 4)
    action, value = model(obs)  # raises: RuntimeError: Expected to have finished  # expect: unused-in-graph
    loss = F.mse_loss(action, obs[:, :2])
    if update >= 2:
        loss = loss + F.mse_loss(value, obs.square().sum(dim=1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"update {update}: loss {loss.item():.4f}")
dist.destroy_process_group()
