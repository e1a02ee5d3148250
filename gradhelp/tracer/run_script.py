"""Runs the user's program the way `python script.py` or `python -m module` would, instrumented.

Emulated: `sys.argv`, `sys.path[0]`, `__main__` with its `__file__`, `__spec__`, `__loader__`, `__package__` and
`__builtins__`; SystemExit and its codes; the user's `sys.excepthook`; tracebacks without a frame of ours.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os as _os
import sys
import types
from typing import Any, Callable, Optional

_join, _isdir, _abspath, _dirname = _os.path.join, _os.path.isdir, _os.path.abspath, _os.path.dirname


class Target:
    """What to run: `kind` "script" (a path, or a folder with a `__main__.py`) or "module"."""

    def __init__(self, kind: str, name: str, argv: list[str]) -> None:
        self.kind, self.name, self.argv = kind, name, argv


def prepare(target: Target) -> tuple[types.ModuleType, str]:
    """Set sys.argv and sys.path, make the `__main__` module; returns it and the path of the file to execute."""
    if target.kind == "module":
        return _prepare_module(target)
    path = _abspath(target.name)
    if _isdir(path):
        sys.path[0] = path
        main, file = _main_module(), _join(path, "__main__.py")
        main.__spec__ = importlib.util.spec_from_file_location("__main__", file)
        main.__package__ = ""
    else:
        sys.path[0] = _dirname(path)
        main, file = _main_module(), path
        main.__package__ = None
        main.__loader__ = importlib.machinery.SourceFileLoader("__main__", path)
    main.__file__ = file
    main.__cached__ = None  # type: ignore[attr-defined]
    sys.argv[:] = [target.name, *target.argv]
    return main, file


def _prepare_module(target: Target) -> tuple[types.ModuleType, str]:
    sys.path[0] = _os.getcwd()
    sys.argv[:] = ["-m", *target.argv]
    name = target.name
    spec = importlib.util.find_spec(name)
    if spec is not None and spec.submodule_search_locations is not None:
        name = f"{name}.__main__"
        spec = importlib.util.find_spec(name)
    if spec is None or not spec.origin:
        raise ModuleNotFoundError(f"No module named {target.name}")
    main = _main_module()
    main.__file__, main.__spec__, main.__loader__ = spec.origin, spec, spec.loader
    main.__package__ = spec.parent
    main.__cached__ = spec.cached  # type: ignore[attr-defined]
    sys.argv[0] = spec.origin
    return main, spec.origin


def _main_module() -> types.ModuleType:
    main = types.ModuleType("__main__")
    main.__builtins__ = __builtins__  # type: ignore[attr-defined]
    sys.modules["__main__"] = main
    return main


def execute(code: Any, main: types.ModuleType, on_error: Callable[[BaseException], None], skip: str) -> Optional[int]:
    """Run `code` in `main`. Returns the exit status Python would give; None for a plain end.

    `skip` is the folder of the tracer: its frames are cut out of tracebacks.
    """
    try:
        exec(code, main.__dict__)
    except SystemExit as stop:
        return exit_status(stop)
    except BaseException as error:
        error.__traceback__ = trimmed(error.__traceback__, skip)
        on_error(error)
        return _report(error)
    return None


def exit_status(stop: SystemExit) -> int:
    """What the interpreter makes of SystemExit's argument, printing included."""
    status = stop.code
    if status is None:
        return 0
    if isinstance(status, int):
        return status
    if sys.stderr is not None:
        try:
            sys.stderr.write(f"{status}\n")
        except Exception:
            pass
    return 1


def _report(error: BaseException) -> int:
    try:
        sys.excepthook(type(error), error, error.__traceback__)
    except SystemExit as stop:
        return exit_status(stop)
    except Exception:
        sys.__excepthook__(type(error), error, error.__traceback__)
    return 130 if isinstance(error, KeyboardInterrupt) else 1


def trimmed(traceback: Any, skip: str) -> Any:
    """`traceback` without the frames whose code lies in the folder `skip`."""
    while traceback is not None and traceback.tb_frame.f_code.co_filename.startswith(skip):
        traceback = traceback.tb_next
    step = traceback
    while step is not None and step.tb_next is not None:
        if step.tb_next.tb_frame.f_code.co_filename.startswith(skip):
            step.tb_next = step.tb_next.tb_next
        else:
            step = step.tb_next
    return traceback
