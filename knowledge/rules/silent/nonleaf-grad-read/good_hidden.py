"""How far back does a recurrent policy look? Print the gradient that each hidden state receives."""
import torch
from torch import nn

torch.manual_seed(0)
cell = nn.GRUCell(3, 8)
optimizer = torch.optim.Adam(cell.parameters(), lr=1e-2)
observations, target = torch.randn(6, 4, 3), torch.randn(4, 8)

for epoch in range(3):
    hidden, history = torch.zeros(4, 8), []
    for observation in observations:
        hidden = cell(observation, hidden)
        hidden.retain_grad()
        history.append(hidden)
    loss = (hidden - target).square().mean()
    optimizer.zero_grad()
    loss.backward()
    received = [state.grad for state in history]
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.3f}", [0.0 if g is None else round(g.norm().item(), 4) for g in received])

for name, parameter in cell.named_parameters():
    assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
    assert all(gradient is not None and gradient.any() for gradient in received)
