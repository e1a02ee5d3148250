"""Gets hold of the environment: by its Gymnasium id, from a factory, or out of a running script."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from typing import Any, Optional

SKIPPED = ("site-packages", "dist-packages")


class Found(BaseException):
    """Ends the user's script once its environment and an action are in hand; no script catches it by accident."""


class Missing(Exception):
    """There is no such environment; the text says what was looked for."""


def by_id(name: str, count: int, kwargs: dict[str, Any]) -> Any:
    """`gymnasium.make(name)`, or `make_vec` for several."""
    gymnasium = importlib.import_module("gymnasium")
    if count > 1:
        return gymnasium.make_vec(name, num_envs=count, **kwargs)
    return gymnasium.make(name, **kwargs)


def by_factory(module: Any, name: str, kwargs: dict[str, Any]) -> Any:
    """What `name` (dots allowed) in `module` is, called if it can be."""
    found = module
    for part in name.split("."):
        if not hasattr(found, part):
            raise Missing(f"{module.__name__} has no {name}")
        found = getattr(found, part)
    is_environment = hasattr(found, "step") and not isinstance(found, type)
    return found if is_environment else found(**kwargs)


def module_of_file(path: str) -> Any:
    """The file as a module of its own name, not as `__main__`: a script guarded by a main test is not run."""
    folder, file = os.path.split(os.path.abspath(path))
    sys.path.insert(0, folder)
    return importlib.import_module(os.path.splitext(file)[0])


class Catch:
    """Watches a script for the first `step(action)` of something that can also be reset."""

    def __init__(self) -> None:
        self.environment: Any = None
        self.action: Any = None

    def run(self, path: str, argv: list[str], code: Any = None) -> None:
        """Run the script as `__main__` until then; raises Missing if it ends before."""
        with open(path, "rb") as stream:
            compiled = code or compile(stream.read(), path, "exec", dont_inherit=True)
        main = type(sys)("__main__")
        main.__file__ = path
        main.__dict__["__builtins__"] = __builtins__
        sys.modules["__main__"] = main
        sys.argv[:] = [path, *argv]
        sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
        sys.setprofile(self._see)
        try:
            exec(compiled, main.__dict__)
        except Found:
            pass
        finally:
            sys.setprofile(None)
        if self.environment is None:
            raise Missing("the script ended without a call of step(action) on anything that can be reset")

    def _see(self, frame: Any, event: str, _argument: Any) -> None:
        if event != "call" or frame.f_code.co_name != "step" or frame.f_code.co_argcount < 2:
            return
        names = frame.f_code.co_varnames
        owner = frame.f_locals.get(names[0])
        if callable(getattr(owner, "reset", None)) and callable(getattr(owner, "step", None)):
            self.environment, self.action = owner, frame.f_locals.get(names[1])
            sys.setprofile(None)
            raise Found


def origin(environment: Any, root: str) -> Optional[str]:
    """The file that the class of the environment comes from, where it is one of the user's own (below `root`)."""
    module = sys.modules.get(type(environment).__module__)
    file = getattr(module, "__file__", None)
    if not file:
        return None
    path = os.path.abspath(file)
    own = path.startswith(os.path.abspath(root) + os.sep) and not any(name in path for name in SKIPPED)
    return path if own else None
