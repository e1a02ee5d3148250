"""An attention critic over the objects of a scene, kept smooth by a gradient penalty."""
import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.mix = nn.Linear(6, 24)
        self.value = nn.Linear(8, 1)

    def forward(self, objects):
        query, key, value = self.mix(objects).unsqueeze(1).chunk(3, dim=-1)
        with sdpa_kernel(SDPBackend.MATH):
            mixed = F.scaled_dot_product_attention(query, key, value)
        return self.value(mixed.squeeze(1).mean(dim=1))


torch.manual_seed(0)
critic = Critic()
optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)
for update in range(4):
    scene = torch.randn(16, 5, 6, requires_grad=True)
    returns = scene.detach().square().sum(dim=(1, 2)).unsqueeze(1) / 30
    value = critic(scene)
    (slope,) = torch.autograd.grad(value.sum(), scene, create_graph=True)
    loss = F.mse_loss(value, returns) + 0.1 * slope.square().sum(dim=(1, 2)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"update {update}: loss {loss.item():.4f}")

for name, parameter in critic.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
