"""Which conversions keep the graph? Each is applied to a value that depends on a weight."""

import warnings

import torch

warnings.simplefilter("ignore")
w = torch.tensor([1.0, 2.0], requires_grad=True)
y = w * 3


def told(convert):
    try:
        out = convert()
    except RuntimeError as error:
        return "raises", str(error).split(".")[0][:44]
    if not isinstance(out, torch.Tensor):
        return "lost", type(out).__name__
    return ("kept", type(out.grad_fn).__name__) if out.grad_fn else ("lost", "a tensor without grad_fn")


print(f"{'conversion':<32}{'gradient':<10}{'gives'}")
for name, convert in {
    "y.cpu()": lambda: y.cpu(),
    "y.to(torch.float64)": lambda: y.to(torch.float64),
    "y.float()": lambda: y.float(),
    "y.clone()": lambda: y.clone(),
    "torch.stack([y[0], y[1]])": lambda: torch.stack([y[0], y[1]]),
    "torch.as_tensor(y)": lambda: torch.as_tensor(y),
    "y.numpy()": lambda: y.numpy(),
    "y.detach().numpy()": lambda: y.detach().numpy(),
    "y[0].item()": lambda: y[0].item(),
    "y.tolist()": lambda: y.tolist(),
    "torch.tensor(y)": lambda: torch.tensor(y),
    "torch.tensor([y[0], y[1]])": lambda: torch.tensor([y[0], y[1]]),
    "torch.FloatTensor([y[0]])": lambda: torch.FloatTensor([y[0]]),
    "y.long()": lambda: y.long(),
}.items():
    print("{:<32}{:<10}{}".format(name, *told(convert)))
