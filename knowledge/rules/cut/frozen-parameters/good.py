"""Fine-tune a pretrained grasp network on a new object: the encoder stays, the head learns."""
import torch
from torch import nn
from torch.nn import functional as F


class GraspNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(10, 32), nn.ReLU())
        self.head = nn.Linear(32, 4)

    def forward(self, points):
        return self.head(self.encoder(points))


torch.manual_seed(0)
net = GraspNet()
for parameter in net.encoder.parameters():
    parameter.requires_grad = False
optimizer = torch.optim.Adam(net.head.parameters(), lr=1e-3)
points, poses = torch.randn(64, 10), torch.randn(64, 4)

for epoch in range(5):
    loss = F.mse_loss(net(points), poses)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}")

for name, parameter in net.head.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
