"""What environments hand out: described in a line, and taken apart into named numbers."""

from __future__ import annotations

from typing import Any, Iterator

import torch

MAX_ENTRIES = 64
"""Entries of one array that are looked at one by one; of larger ones, as many are picked evenly."""


def describe(value: Any) -> str:
    """Type, dtype, shape, and for tensors whether they carry a gradient."""
    kind = type(value)
    name = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__.split('.')[0]}.{kind.__name__}"
    if isinstance(value, torch.Tensor):
        dtype = str(value.dtype).replace("torch.", "")
        return f"torch.Tensor {dtype} {list(value.shape)} requires_grad={value.requires_grad}"
    if isinstance(value, dict):
        inner = ", ".join(f"{key!r}: {describe(each)}" for key, each in list(value.items())[:6])
        return f"{name} {{{inner}}}"
    if isinstance(value, (tuple, list)):
        return f"{name} ({', '.join(describe(each) for each in value[:6])})"
    if not hasattr(value, "dtype"):
        return name
    return f"{name} {value.dtype} {list(getattr(value, 'shape', ()))}"


def parts(value: Any, name: str) -> Iterator[tuple[str, torch.Tensor]]:
    """The tensors in `value` with their names, as float64, graphs kept. What is no number is left out."""
    if isinstance(value, torch.Tensor):
        yield name, value.double() if value.is_floating_point() else value.detach().double()
    elif isinstance(value, dict):
        for key in value:
            yield from parts(value[key], f"{name}[{key!r}]")
    elif isinstance(value, (bool, int, float)):
        yield name, torch.tensor(float(value), dtype=torch.float64)
    elif isinstance(value, (tuple, list)):
        for index, each in enumerate(value):
            yield from parts(each, f"{name}[{index}]")
    elif hasattr(value, "__array__"):
        try:
            yield name, torch.as_tensor(value.__array__()).detach().double()
        except (TypeError, ValueError, RuntimeError):
            return


def labelled(value: Any, name: str) -> tuple[list[str], torch.Tensor]:
    """All entries of `value`, each with a name such as `observation[2]`; at most MAX_ENTRIES an array."""
    labels: list[str] = []
    pieces: list[torch.Tensor] = []
    for part, tensor in parts(value, name):
        flat = tensor.reshape(-1)
        step = max(1, -(-flat.numel() // MAX_ENTRIES))
        picked = range(0, flat.numel(), step)
        labels += [part if tensor.dim() == 0 else f"{part}[{_index(at, tensor.shape)}]" for at in picked]
        pieces.append(flat[::step].to("cpu"))
    return labels, torch.cat(pieces) if pieces else torch.zeros(0, dtype=torch.float64)


def coarseness(value: Any) -> float:
    """The relative rounding of the coarsest numbers in `value`."""
    if isinstance(value, dict):
        return max([coarseness(each) for each in value.values()], default=0.0)
    if isinstance(value, (tuple, list)):
        return max([coarseness(each) for each in value], default=0.0)
    dtype = str(getattr(value, "dtype", "float64"))
    return 1e-3 if "16" in dtype else 1.2e-7 if "32" in dtype else 2.3e-16


def _index(at: int, shape: Any) -> str:
    index: list[str] = []
    for size in reversed(shape):
        index.append(str(at % size))
        at //= size
    return ",".join(reversed(index))
