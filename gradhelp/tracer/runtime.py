"""The one state that all probes of a process share, and what can be told of functions and classes from it."""

from __future__ import annotations

import functools
import os
import sys
import types
import weakref
from collections import deque
from typing import Any, Callable, Optional

from .ledger import Entry, Ledger
from .looks import defining_file, getter_of, is_class, module_name, static
from .sites import Switch

_HERE = __file__.rsplit("runtime", 1)[0]
_COMPILED = (types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType, type(None))
TOO_DEEP: Any = (RecursionError,) if sys.version_info >= (3, 10) else ()
"""What a probe swallows although the user's recursion is at fault: the next call of the user's meets it again. Python 3.9
would lift its limit for a while and then abort."""
MAX_GRADIENTS = 4096
_STANDARD = os.path.dirname(os.__file__) + os.sep


class Runtime:
    """The one state that all probes of a process share.

    `on`: whether probes record; `switch` says the same to rewritten code, which asks it at the start of each function and
    of each turn of a loop. `hooked`: whether torch's hooks look; they do so also while probes are asleep.
    """

    def __init__(self) -> None:
        self.ledger = Ledger()
        self.on = self.hooked = True
        self.switch = Switch([None])
        self.user_files: set[str] = set()
        self.returned: tuple[int, Entry] = (0, None)
        self.attributes = self.ledger.attributes
        self.loops: dict[Any, Entry] = {}
        self.iterable: tuple[int, Entry] = (0, None)
        self.generated: dict[Any, list[Any]] = {}
        self.capsules: dict[int, Entry] = {}
        self.torch: Any = None
        self.on_import: Callable[[], None] = lambda: None
        self.on_backward: Callable[[Any, Any], None] = lambda site, loss: None
        self.on_caught: Callable[[BaseException], None] = lambda error: None
        self.on_frozen: Callable[[Any, Any], None] = lambda site, target: None
        self.on_optimizer: Callable[[Any, Any], Any] = lambda site, optimizer: None
        self.optimizer_type: Any = ()
        self.on_call: Callable[[Any, Any, Any], None] = lambda site, receiver, value: None
        self.on_grad: Callable[[Any, Any, Any], None] = lambda site, owner, value: None
        self.on_edit: Callable[[Any, Any, Any], None] = lambda site, gradient, parameter: None
        self.on_grad_store: Callable[[Any, Any], None] = lambda site, owner: None
        self.on_broadcast: Callable[[Any, Any, Any, Any], None] = lambda site, left, right, result: None
        self._gradients: dict[int, tuple[Any, Optional[int]]] = {}
        self.inplace: deque[Any] = deque(maxlen=400)
        self.inference = False
        self.remade = False
        """Whether some parameter was made of computed values."""

    def know_gradient(self, gradient: Any, parameter: Optional[int]) -> None:
        """`gradient` is the `.grad` of a parameter (its number, if it has one), or shares its storage."""
        if len(self._gradients) > MAX_GRADIENTS:
            self._gradients.clear()
        self._gradients[id(gradient)] = weakref.ref(gradient), parameter

    def gradient_of(self, value: Any) -> tuple[bool, Optional[int]]:
        """Whether `value` is such a gradient, and of which parameter."""
        reference, parameter = self._gradients.get(id(value), (None, None))
        return reference is not None and reference() is value, parameter

    def turn(self, on: bool) -> None:
        """Let probes record, or have rewritten code run plain."""
        self.on = on
        self.switch[:] = [None] if on else []

    def forget_values(self) -> None:
        """Drop all history; which modules there are stays known."""
        self.ledger.forget_history()
        self.returned, self.iterable = (0, None), (0, None)
        for table in (self.loops, self.generated, self.capsules, self._gradients, self.inplace):
            table.clear()

    def is_library(self, file: str) -> bool:
        """Whether an error that arose in `file` may be one of the probes' own: none of the user's code is there."""
        if file.startswith((_HERE, "<frozen ")):
            return True
        if file.startswith(_STANDARD) and "-packages" not in file:
            return True
        return self.torch is not None and file.startswith(self.torch.__file__.rpartition("__init__")[0])


RT = Runtime()


def foreign(error: BaseException) -> bool:
    """Whether a frame of somebody else's Python code took part in `error`: then it is none of ours to swallow."""
    step = error.__traceback__
    if step is None or step.tb_next is None:
        return False
    try:
        while step is not None:
            if not RT.is_library(step.tb_frame.f_code.co_filename):
                return True
            step = step.tb_next
    except RecursionError:
        pass
    return False


def is_user(function: Any) -> bool:
    """Whether calling `function` runs rewritten code, which records its own data flow."""
    for _ in range(8):
        cls = type(function)
        if cls is types.FunctionType:
            if function.__code__.co_filename in RT.user_files:
                return True
            if "__wrapped__" not in function.__dict__:
                return False
        function = _behind(function, cls)
        if function is None:
            return False
    return False


def _behind(function: Any, cls: type) -> Any:
    """What calling `function` calls in turn."""
    if cls is types.FunctionType:
        return function.__dict__["__wrapped__"]
    if cls in (types.MethodType, staticmethod, classmethod):
        return function.__func__
    if cls in _COMPILED:
        return None
    if issubclass(cls, type):
        return static(function, "__init__")
    if cls is functools.partial:
        return function.func
    if RT.ledger.module_type and issubclass(cls, RT.ledger.module_type):
        return static(cls, "forward")
    return static(cls, "__call__")


def is_transformed(function: Any) -> bool:
    """Whether `function` is a wrapper of torch.func: it calls the user's function with stand-ins for its values."""
    if type(function) is not types.FunctionType or "__wrapped__" not in function.__dict__:
        return False
    return "functorch" in function.__code__.co_filename


def is_user_class(cls: type) -> bool:
    """Whether `cls` is defined in the user's own files, whose methods record their own stores."""
    file = defining_file(cls)
    return file in RT.user_files if file else module_name(cls) == "__main__"


def is_user_property(owner: Any, name: str) -> bool:
    """Whether `owner.name` runs rewritten code."""
    getter = getter_of(owner, name)
    return getter is not None and is_user(getter)


def is_custom_function(receiver: Any) -> bool:
    """Whether `receiver` is a subclass of autograd.Function: what its forward does is no part of the graph."""
    if RT.torch is None or not is_class(receiver):
        return False
    return issubclass(receiver, RT.torch.autograd.Function)
