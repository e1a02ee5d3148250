"""Choose one of three skills for a torch model of the task; the chosen skill's outcome is the loss."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
selector = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 3))
optimizer = torch.optim.Adam(selector.parameters(), lr=3e-3)
skills = torch.tensor([[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]])

for iteration in range(5):
    scene = torch.randn(32, 4)
    logits = selector(scene)
    choice = F.gumbel_softmax(logits, hard=True)
    movement = choice @ skills
    loss = (movement - scene[:, :2]).square().sum(dim=1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"iteration {iteration}: loss {loss.item():.4f}, most chosen {choice.argmax(dim=1).mode().values.item()}")

for name, parameter in selector.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
