# ruff: noqa
"""Tensors, modes and modules that notice every question asked of them."""

import copy
import pickle
import weakref
from collections import Counter

import numpy as np
import torch
import torch.nn as nn
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

ASKED = Counter()
torch.manual_seed(0)


class Own(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        ASKED["function " + getattr(func, "__name__", str(func))] += 1
        return super().__torch_function__(func, types, args, kwargs or {})

    @property
    def shape(self):
        ASKED["shape"] += 1
        return super().shape


class Mode(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        ASKED["mode " + getattr(func, "__name__", str(func))] += 1
        return func(*args, **(kwargs or {}))


class Dispatch(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        ASKED["dispatch " + str(func)] += 1
        return func(*args, **(kwargs or {}))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.head = nn.ModuleList([nn.Linear(4, 1) for _ in range(2)])
        self.register_buffer("scale", torch.ones(1))
        self.calls = 0

    def parameters(self, recurse=True):
        ASKED["parameters"] += 1
        return super().parameters(recurse)

    def named_parameters(self, *args, **kwargs):
        ASKED["named"] += 1
        return super().named_parameters(*args, **kwargs)

    def __getattr__(self, name):
        ASKED["getattr " + name] += 1
        return super().__getattr__(name)

    def forward(self, x):
        self.calls += 1
        x = torch.tanh(self.body(x)) * self.scale
        return sum(head(x) for head in self.head)


class OwnArray(np.ndarray):
    @property
    def shape(self):
        ASKED["array shape"] += 1
        return super().shape

    def __array_finalize__(self, other):
        ASKED["finalize"] += 1

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        ASKED["ufunc"] += 1
        return getattr(ufunc, method)(
            *(i.view(np.ndarray) if type(i) is OwnArray else i for i in inputs), **kwargs
        ).view(OwnArray)

    def __eq__(self, other):
        ASKED["array eq"] += 1
        return super().__eq__(other)


def same(x):
    return x


def exercise(x, net):
    y = same(x) * 2 + x
    z = [same(y), y]
    y = y.sum() + z[0].mean()
    held = {"y": same(y)}
    held["z"] = x.detach() + same(1)
    out = net(torch.as_tensor(x)).sum() + held["y"]
    loss = out * same(out)
    loss.backward()
    return float(loss.detach()), x.shape, loss.requires_grad


def report(what):
    print(what, sorted(ASKED.items()))
    ASKED.clear()


net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
report("made")
print(exercise(torch.ones(2, 3, requires_grad=True), net))
report("plain")
print(exercise(torch.ones(2, 3).as_subclass(Own).requires_grad_(), net))
report("subclass")
with Mode():
    print(exercise(torch.ones(2, 3, requires_grad=True), net))
report("mode")
with Dispatch():
    print(exercise(torch.ones(2, 3, requires_grad=True), net))
report("dispatch")
with torch.device("cpu"), Mode():
    optimizer.zero_grad()
    optimizer.step()
report("optimizer")
clone = copy.deepcopy(net)
print(net.calls, clone.calls, sorted(net.state_dict()), len(pickle.dumps(net.state_dict())) > 100)
report("copied")
array = np.arange(6.0).view(OwnArray)
grown = same(array) * 2 + array
grown[0] = same(net(torch.ones(1, 3))).item()
grown[same(1)] += 1
total = same(grown).sum() + float(grown[0])
objects = np.array([net, array, None, {"a": 1}], dtype=object)
objects[2] = same(objects)[0]
report("arrays")
print(type(grown), grown.dtype, len(same(objects)), [type(o).__name__ for o in objects])


def dies():
    x = torch.ones(3, requires_grad=True)
    y = (x * 2).sum()
    refs = [weakref.ref(x), weakref.ref(y)]
    y.backward()
    return refs


print([ref() for ref in dies()])
kept = [weakref.ref(net(torch.ones(1, 3)).sum()) for _ in range(3)]
print([ref() for ref in kept])
net.body.weight.register_hook(lambda grad: (ASKED.update(["hook"]), same(grad) * 1)[1])
handle = net.register_forward_hook(lambda module, args, output: (ASKED.update(["forward hook"]), same(output))[1])
print(round(exercise(torch.ones(1, 3), net)[0], 4))
report("hooks")
handle.remove()
net.requires_grad_(False)
net.body.weight.requires_grad = True
print([p.requires_grad for p in nn.Module.parameters(net)])
report("frozen")
