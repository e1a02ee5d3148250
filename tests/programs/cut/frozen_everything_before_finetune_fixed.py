# healthy
"""Fine-tuning a pretrained policy: only the head was to be trained."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


class VisuomotorPolicy(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Conv2d(1, 4, 3, stride=2), nn.ReLU(), nn.Flatten(), nn.Linear(4 * 7 * 7, 32))
        self.head = nn.Sequential(nn.ReLU(), nn.Linear(32, 3))

    def forward(self, image):
        return self.head(self.encoder(image))


def pretrain(policy, steps=3):
    opt = torch.optim.Adam(policy.parameters(), lr=1e-3)
    for _ in range(steps):
        x = torch.rand(8, 1, 16, 16)
        loss = policy(x).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()


policy = VisuomotorPolicy()
pretrain(policy)
for name, param in policy.named_parameters():
    param.requires_grad = False
    if name.startswith("head"):
        param.requires_grad = True

optimizer = torch.optim.Adam(policy.head.parameters(), lr=3e-4)
for step in range(3):
    images, actions = torch.rand(16, 1, 16, 16), torch.randn(16, 3)
    loss = F.mse_loss(policy(images), actions)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
