# healthy
"""A frozen visual encoder runs in inference mode; a probe is trained on its cached embeddings."""
import torch
from torch import nn

torch.manual_seed(13)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(1, 4, 3, stride=2), nn.ReLU(), nn.Flatten(), nn.LazyLinear(16))

    @torch.no_grad()
    def embed(self, frames):
        return self.net(frames)


encoder, probe = Encoder().eval(), nn.Linear(16, 2)
frames = torch.rand(64, 1, 12, 12)
cache = {i: encoder.embed(chunk) for i, chunk in enumerate(frames.split(16))}
opt = torch.optim.Adam(probe.parameters(), lr=1e-2)
for it in range(8):
    z = cache[it % 4]
    wanted = frames.split(16)[it % 4].mean((1, 2, 3))
    loss = (probe(z)[:, 0] - wanted).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
