"""Fine-tune the head of a grasp network whose backbone is frozen."""
import torch
from torch import nn
from torch.nn import functional as F


class GraspNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(12, 32), nn.ReLU()).requires_grad_(False)
        self.head = nn.Linear(32, 3)

    def forward(self, points):
        return self.head(self.backbone(points))


torch.manual_seed(0)
model = GraspNet()
trained = list(filter(lambda parameter: parameter.requires_grad, model.parameters()))
optimizer = torch.optim.AdamW(trained, lr=1e-3, weight_decay=1e-4)
points, poses = torch.randn(64, 12), 30.0 * torch.randn(64, 3)

for epoch in range(5):
    loss = F.mse_loss(model(points), poses)
    optimizer.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(trained, 1.0)
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.3f}, gradient norm {norm.item():.3f}")

for name, parameter in model.head.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
    assert norm > 0.0
