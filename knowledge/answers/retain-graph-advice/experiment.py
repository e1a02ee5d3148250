"""retain_graph=True against `backward through the graph a second time`: three programs that carry something over."""

import torch


def attempt(retain, detach):
    """A hidden state carried over the steps of an optimizer, as in a recurrent policy."""
    torch.manual_seed(0)
    cell = torch.nn.GRUCell(2, 4)
    optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
    hidden = torch.zeros(1, 4)
    for step in range(3):
        hidden = cell(torch.ones(1, 2), hidden.detach() if detach else hidden)
        loss = hidden.square().sum()
        optimizer.zero_grad()
        try:
            loss.backward(retain_graph=retain)
        except RuntimeError as error:
            told = "a second time" if "second time" in str(error) else "modified by an inplace operation"
            return f"step {step}: error: {told}"
        optimizer.step()
    return "three steps without an error"


print(f"{'program':<40}{'outcome'}")
print(f"{'as it was':<40}{attempt(False, False)}")
print(f"{'with retain_graph=True':<40}{attempt(True, False)}")
print(f"{'with hidden.detach() between the steps':<40}{attempt(False, True)}")
