# ruff: noqa
"""What torch does with the functions it is given."""

import io

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint
from torch.utils.data import DataLoader, Dataset

torch.manual_seed(0)


class Squares(Dataset):
    def __len__(self):
        return 6

    def __getitem__(self, index):
        return torch.tensor([float(index), float(index) ** 2]), index


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * abs(2)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * abs(2) + 0 * x


class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))

    def forward(self, x):
        if x.dim() == 1:
            x = x.unsqueeze(0)
        return self.layers(x) + F.relu(x).sum(-1, keepdim=True)


@torch.no_grad()
def evaluated(net, x):
    return net(x).mean()


@torch.inference_mode()
def inferred(net, x):
    return float(net(x).mean())


def collate(items):
    return torch.stack([item[0] for item in items]), [item[1] for item in items]


def f(x):
    y = torch.sin(x) * abs(2)
    return (y * y).sum()


def main():
    net = Small()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    for workers in (0, 2):
        for batch, indices in DataLoader(Squares(), batch_size=3, num_workers=workers, collate_fn=collate):
            loss = F.mse_loss(net(batch), batch.sum(-1, keepdim=True))
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            print(indices, round(loss.item(), 4))
    x = torch.ones(4, 2)
    print(evaluated(net, x).requires_grad, round(inferred(net, x), 4), torch.is_grad_enabled())
    traced = torch.jit.trace(net, x)
    scripted = torch.jit.script(nn.Sequential(nn.Linear(2, 2)))
    print(torch.allclose(traced(x), net(x)), scripted(x).shape)
    graph = torch.fx.symbolic_trace(nn.Sequential(nn.Linear(2, 2), nn.ReLU()))
    print([n.op for n in graph.graph.nodes])

    class Shown(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = nn.Linear(2, 2)

        def forward(self, x):
            a = self.inner(x)
            return torch.cat([a, x * 2 + a], dim=1).sum(dim=abs(-1))

    print(torch.fx.symbolic_trace(Shown()).code)
    print(torch.func.grad(f)(torch.ones(2)), torch.func.vmap(f)(torch.ones(3, 2)), torch.func.jacrev(f)(torch.zeros(2)))
    print(torch.func.functional_call(net, dict(net.named_parameters()), (x,)).shape)
    y = torch.ones(3, requires_grad=True)
    print(Double.apply(y).sum().backward(), y.grad, checkpoint(f, y, use_reentrant=False).item() > 0)
    print(torch.autograd.gradcheck(f, (torch.ones(2, dtype=torch.double, requires_grad=True),)))
    print(torch.autograd.grad(f(y), y, create_graph=True)[0].grad_fn is not None)
    print(torch.compile(f)(torch.ones(2)).item() > 0)
    buffer = io.BytesIO()
    torch.save({"net": net.state_dict(), "optimizer": optimizer.state_dict()}, buffer)
    buffer.seek(0)
    print(sorted(torch.load(buffer)), torch.rand(2))
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda epoch: 0.5 ** abs(epoch))
    optimizer.step()
    scheduler.step()
    print(scheduler.get_last_lr(), torch.nn.utils.parameters_to_vector(net.parameters()).shape)
    try:
        evaluated(net, x).backward()
    except RuntimeError as error:
        print(error)
    step = torch.zeros(3)
    step[1] = net(x)[0, 0]
    step[0] += 1
    print(step.requires_grad, step.grad_fn is not None, [bool(v > 0) for v in step])
    counts = torch.zeros(2)
    with torch.no_grad():
        for p in net.parameters():
            p -= 0.1 * p.grad if p.grad is not None else 0
            counts += p.numel()
    print(counts, nn.Module.__repr__(net))
    nn.Linear(2, 2)(torch.ones(3))


if __name__ == "__main__":
    main()
