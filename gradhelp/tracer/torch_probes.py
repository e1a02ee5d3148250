"""What is watched inside torch: grad-mode switches, the loss of each backward, optimizers.

Nothing here stands between the user's call and torch's code where an exception could show it: `Tensor.backward` is
observed when the method is looked up, optimizers through torch's own hooks, grad mode at construction and entry.
"""

from __future__ import annotations

import _thread
import functools
import sys
from typing import Any, Callable, Optional

from .probes import RT, foreign

_getframe = sys._getframe
_cause = _thread._local()


def user_position() -> Optional[tuple[str, int, str]]:
    """(file, line, function) of the innermost frame that runs one of the user's files."""
    frame: Any = _getframe(1)
    for _ in range(60):
        if frame is None:
            return None
        code = frame.f_code
        if code.co_filename in RT.user_files:
            return code.co_filename, frame.f_lineno, code.co_name
        frame = frame.f_back
    return None


def user_stack(depth: int) -> list[tuple[str, int, str]]:
    """The innermost `depth` frames that run the user's files, innermost first."""
    found: list[tuple[str, int, str]] = []
    frame: Any = _getframe(1)
    while frame is not None and len(found) < depth:
        code = frame.f_code
        if code.co_filename in RT.user_files and (code.co_name == "<module>" or code.co_name[0] != "<"):
            found.append((code.co_filename, frame.f_lineno, code.co_name))
        frame = frame.f_back
    return found


def off_cause() -> Optional[tuple[str, int, str]]:
    """Where gradient recording was switched off in this thread, as far as it was seen."""
    return getattr(_cause, "now", None)


class unrecorded:
    """For our own arithmetic: gradient recording off, below the classes that are watched, and no mode of the user's asked."""

    def __enter__(self) -> None:
        internals = RT.torch._C
        guards = (getattr(internals, name, None) for name in ("DisableTorchFunction", "_DisableTorchDispatch"))
        self._guards = [guard() for guard in guards if guard is not None]
        for guard in self._guards:
            guard.__enter__()
        self._before = RT.torch.is_grad_enabled()
        internals._set_grad_enabled(False)

    def __exit__(self, *exc: Any) -> None:
        RT.torch._C._set_grad_enabled(self._before)
        for guard in reversed(self._guards):
            guard.__exit__(*exc)


def unheard(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, whose questions to tensors no `__torch_function__` of the user's hears."""

    def run(*args: Any) -> Any:
        with RT.torch._C.DisableTorchFunction():
            return function(*args)

    return run


class Lookup:
    """Replaces a method in its class: hands out the original one, having looked at the object first."""

    def __init__(self, original: Any, heard: Callable[[Any], None]) -> None:
        self.original, self._heard = original, heard
        self.__doc__ = original.__doc__

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is not None and RT.hooked:
            try:
                self._heard(instance)
            except Exception as error:
                if foreign(error):
                    raise
        return self.original.__get__(instance, owner)


def watch_grad_mode(torch: Any) -> None:
    """Remember at which line of the user's each grad-mode switch was made, and which one holds."""
    for name in ("no_grad", "inference_mode", "enable_grad", "set_grad_enabled"):
        cls = getattr(torch, name, None)
        if isinstance(cls, type):
            _watch_switch(cls, name)


def _watch_switch(cls: Any, name: str) -> None:
    init, enter, leave, clone = cls.__init__, cls.__enter__, cls.__exit__, getattr(cls, "clone", None)
    home = getattr(sys.modules.get(cls.__module__), "__file__", "")

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        if not RT.on or _getframe(1).f_code.co_filename == home:
            init(self, *args, **kwargs)  # one switch may use another: the outer one is what counts
            return
        before = off_cause()
        init(self, *args, **kwargs)
        self.__dict__["_@where"] = _made(name, args, kwargs)
        self.__dict__["_@before"] = before
        if name == "set_grad_enabled":
            _cause.now = _switched_off(self, name)

    def __enter__(self: Any) -> Any:
        if not RT.on:
            return enter(self)
        if name != "set_grad_enabled":
            self.__dict__["_@before"] = off_cause()
        result = enter(self)
        RT.inference = RT.inference or name == "inference_mode"
        _cause.now = _switched_off(self, name)
        return result

    def __exit__(self: Any, *exc: Any) -> Any:
        result = leave(self, *exc)
        if not RT.on:
            return result
        _cause.now = self.__dict__.get("_@before")
        return result

    cls.__init__, cls.__enter__, cls.__exit__ = __init__, __enter__, __exit__
    for ours, theirs in ((__init__, init), (__enter__, enter), (__exit__, leave)):
        _dress(ours, theirs)
    if clone is not None:

        def clone_(self: Any) -> Any:
            keep = getattr(_cause, "now", None)
            copy = clone(self)
            _cause.now = keep
            copy.__dict__["_@where"] = self.__dict__.get("_@where")
            return copy

        _dress(clone_, clone)
        cls.clone = clone_


def _dress(ours: Any, theirs: Any) -> None:
    for name in ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__"):
        try:
            setattr(ours, name, getattr(theirs, name))
        except (AttributeError, TypeError):
            pass


def _made(name: str, args: Any, kwargs: Any) -> Any:
    """(user's position, mode). A switch that torch's checkpointing makes for its own purposes is told apart."""
    position = user_position()
    if position is None:
        return None
    frame: Any = _getframe(2)
    for _ in range(12):
        if frame is None or frame.f_code.co_filename in RT.user_files:
            break
        if frame.f_code.co_filename.replace("\\", "/").endswith("torch/utils/checkpoint.py"):
            return position, "torch.utils.checkpoint"
        frame = frame.f_back
    return position, f"torch.{name}"


def _switched_off(self: Any, name: str) -> Any:
    on = name == "enable_grad" or getattr(self, "mode", False) is True
    if name == "inference_mode":
        on = getattr(self, "mode", True) is False
    return None if on else self.__dict__.get("_@where")


def watch_backward(torch: Any) -> None:
    """See the loss whenever somebody looks up its `backward`."""
    torch.Tensor.backward = Lookup(torch.Tensor.backward, lambda tensor: RT.on_backward(None, tensor))


def watch_steps(torch: Any, before: Any, after: Any) -> bool:
    """Call `before(optimizer, closure)` and `after(…)` around each step; False where this torch has no such hooks.

    `closure`: whether the step was given a function that computes the loss and the gradients within it.
    """
    module = sys.modules.get("torch.optim.optimizer")
    pre = getattr(module, "register_optimizer_step_pre_hook", None)
    post = getattr(module, "register_optimizer_step_post_hook", None)
    if pre is None or post is None:
        return False

    def hook(call: Any) -> Any:
        def run(optimizer: Any, args: Any, kwargs: Any) -> None:
            if RT.hooked:
                try:
                    heard(optimizer, any(each is not None for each in (*args[1:2], kwargs.get("closure"))))
                except Exception as error:
                    if foreign(error):
                        raise

        heard = unheard(call)
        return run

    pre(hook(before))
    post(hook(after))
    return True


def watch_clips(torch: Any, clipped: Any) -> None:
    """Let `clipped(name, parameters, limit, call)` run every clip of torch's, wherever it is called from."""
    for name in ("clip_grad_norm_", "clip_grad_value_", "clip_grad_norm"):
        original = getattr(torch.nn.utils, name, None)
        if original is not None:
            _wrap_clip(torch, name, original, clipped)


def _wrap_clip(torch: Any, name: str, original: Any, clipped: Any) -> None:
    @functools.wraps(original)
    def clip(parameters: Any, *args: Any, **kwargs: Any) -> Any:
        if not RT.on:
            return original(parameters, *args, **kwargs)
        return clipped(name, parameters, args, kwargs, original)

    for module in (torch.nn.utils, sys.modules.get("torch.nn.utils.clip_grad")):
        if module is not None and getattr(module, name, None) is original:
            setattr(module, name, clip)


def reached_variables(loss: Any, limit: int = 20_000) -> Optional[list[Any]]:
    """The leaf tensors that autograd's graph of `loss` ends in; None where that cannot be told.

    It cannot when the graph is larger than `limit`, or when it holds a reentrant checkpoint, which reaches its
    parameters in a graph of its own.
    """
    start = loss.grad_fn
    if start is None:
        return [loss] if loss.requires_grad else []
    found, seen, waiting = [], {start}, [start]
    while waiting:
        node = waiting.pop()
        if "checkpoint" in type(node).__name__.lower() or len(seen) > limit:
            return None
        variable = getattr(node, "variable", None)
        if variable is not None:
            found.append(variable)
        for following, _ in node.next_functions:
            if following is not None and following not in seen:
                seen.add(following)
                waiting.append(following)
    return found


def numbers_nodes(torch: Any) -> bool:
    """Whether autograd's nodes of this torch can be told by number, and watched."""
    node = torch.zeros(1, requires_grad=True).expand(1).grad_fn
    return hasattr(node, "_sequence_nr") and hasattr(node, "register_hook")


def graph_nodes(tensors: list[Any], limit: int) -> list[Any]:
    """Autograd's nodes behind some tensors; none where there are more than `limit`."""
    waiting = [tensor.grad_fn for tensor in tensors if tensor.grad_fn is not None]
    found = dict.fromkeys(waiting)
    while waiting:
        for following, _ in waiting.pop().next_functions:
            if following is not None and following not in found:
                if len(found) >= limit:
                    return []
                found[following] = None
                waiting.append(following)
    return list(found)
