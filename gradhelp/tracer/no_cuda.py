"""Runs a program that asks for CUDA on the CPU, where there is no CUDA. Only used when a plain run has failed for it.

Every torch function that is asked to work on, or move to, a CUDA device works on the CPU instead; the functions of
`torch.cuda` that the loop may call answer as if there were one idle device.
"""

from __future__ import annotations

from typing import Any

NAME = "CPU (standing in for CUDA)"
QUIET = ("synchronize", "set_device", "empty_cache", "manual_seed", "manual_seed_all", "seed", "seed_all", "reset_peak_memory_stats", "init")  # fmt: skip
ZERO = ("memory_allocated", "max_memory_allocated", "memory_reserved", "max_memory_reserved", "current_device")


def install(torch: Any) -> None:
    """Make CUDA requests of this process run on the CPU from now on."""
    from torch.overrides import TorchFunctionMode

    def replaced(value: Any) -> Any:
        if isinstance(value, torch.device):
            return torch.device("cpu") if value.type == "cuda" else value
        return "cpu" if isinstance(value, str) and (value == "cuda" or value.startswith("cuda:")) else value

    class OnCpu(TorchFunctionMode):
        """Replaces CUDA devices among the arguments of every torch function."""

        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            name = getattr(func, "__name__", "")
            if name in ("cuda", "pin_memory") and args:
                return args[0]
            args = tuple(replaced(value) for value in args)
            kwargs = {key: replaced(value) for key, value in (kwargs or {}).items()}
            return func(*args, **kwargs)

    mode: Any = OnCpu()
    mode.__enter__()
    _pretend(torch)
    load = torch.load

    def load_on_cpu(*args: Any, **kwargs: Any) -> Any:
        if len(args) < 2:
            kwargs["map_location"] = "cpu"
        return load(*args, **kwargs)

    torch.load = load_on_cpu


def _pretend(torch: Any) -> None:
    cuda = torch.cuda
    for name in QUIET:
        setattr(cuda, name, lambda *args, **kwargs: None)
    for name in ZERO:
        setattr(cuda, name, lambda *args, **kwargs: 0)
    cuda.is_available = lambda: True
    cuda.device_count = lambda: 1
    cuda.get_device_name = lambda *args, **kwargs: NAME
    cuda.get_device_capability = lambda *args, **kwargs: (0, 0)
    cuda.is_initialized = lambda: True
    cuda._lazy_init = lambda: None
