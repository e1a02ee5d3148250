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
    choice = logits.argmax(dim=1)  # expect: non-differentiable-op
    movement = F.one_hot(choice, 3).float() @ skills
    loss = (movement - scene[:, :2]).square().sum(dim=1).mean()
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
    optimizer.step()
    print(f"iteration {iteration}: loss {loss.item():.4f}, most chosen {choice.mode().values.item()}")
