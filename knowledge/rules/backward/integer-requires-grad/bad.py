"""Place three way-points so that a path through them is short and keeps away from an obstacle."""
import torch

start, goal, obstacle = torch.tensor([0, 0]), torch.tensor([8, 0]), torch.tensor([4.0, 0.5])
guess = [[2, 1], [4, 2], [6, 1]]
middle = torch.tensor(guess, requires_grad=True)  # raises: RuntimeError: Only Tensors  # expect: integer-requires-grad
optimizer = torch.optim.Adam([middle], lr=0.05)

for iteration in range(5):
    path = torch.cat([start.unsqueeze(0), middle, goal.unsqueeze(0)])
    length = path.diff(dim=0).norm(dim=1).sum()
    clearance = (middle - obstacle).norm(dim=1)
    loss = length + torch.relu(2.0 - clearance).square().sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"iteration {iteration}: length {length.item():.3f}, clearance {clearance.min().item():.3f}")
