"""Transformer-free video policy: the frame encoder is checkpointed in segments to save memory."""
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint_sequential


class FrameEncoder(nn.Module):
    def __init__(self, segments=2):
        super().__init__()
        self.blocks = nn.Sequential(
            nn.Conv2d(3, 8, 3, 2, 1), nn.ReLU(), nn.Conv2d(8, 8, 3, 2, 1), nn.ReLU(), nn.Flatten(), nn.Linear(128, 32)
        )

    def forward(self, frames):
        return checkpoint_sequential(self.blocks, 2, frames, use_reentrant=True)  # expect: checkpoint-no-input-grad


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.head = FrameEncoder(), nn.Linear(32, 4)
        self.head.requires_grad_(False)

    def forward(self, frames):
        return self.head(torch.relu(self.encoder(frames)))


torch.manual_seed(0)
policy = Policy()
opt = torch.optim.Adam(policy.encoder.parameters(), 1e-3)
for it in range(3):
    frames, act = torch.rand(6, 3, 16, 16), torch.randint(4, (6,))
    loss = nn.functional.cross_entropy(policy(frames), act)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item())
