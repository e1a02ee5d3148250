"""Contact force is registered as a custom operator without a backward formula."""
import numpy as np
import torch
from torch import nn


@torch.library.custom_op("billiard::contact", mutates_args=())
def contact(gap: torch.Tensor, stiffness: float) -> torch.Tensor:
    g = gap.detach().numpy()
    return torch.from_numpy(stiffness * np.maximum(-g, 0.0) ** 1.5)


@contact.register_fake
def _(gap, stiffness):
    return torch.empty_like(gap)




class Pusher(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, s):
        return self.net(s).squeeze(-1)


def simulate(pusher, n=8, dt=0.05):
    x, v = torch.full((4,), 0.05), torch.zeros(4)
    for _ in range(n):
        force = pusher(torch.stack([x, v], -1)) + contact(x - 0.1, 50.0)  # expect: custom-function-cut
        v = v + dt * force
        x = x + dt * v
    return x


torch.manual_seed(0)
pusher = Pusher()
opt = torch.optim.Adam(pusher.parameters(), 1e-2)
for it in range(3):
    loss = (simulate(pusher) - 0.5).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item())
