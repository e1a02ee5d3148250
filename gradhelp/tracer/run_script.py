"""Runs the user's program the way `python script.py`, `python folder` or `python -m module` would, instrumented.

Emulated: `sys.argv`, `sys.path[0]`, `__main__` with its names. Left to Python itself, by letting the exception go on:
SystemExit and its codes, the user's `sys.excepthook`, the end by SIGINT. Tracebacks are given without a frame of ours.
"""

from __future__ import annotations

import builtins
import os as _os
import sys
import types
from importlib.machinery import SourceFileLoader
from typing import Any, Callable, Optional

_isabs, _dirname, _realpath, _readlink = (
    _os.path.isabs, _os.path.dirname, _os.path.realpath, getattr(_os, "readlink", None)
)  # fmt: skip
_join, _cwd, _sep, _islink, _open = _os.path.join, _os.getcwd, _os.sep, _os.path.islink, open


class Target:
    """What to run: `kind` "script" (a file, or a folder or zip file with a `__main__.py`) or "module"."""

    def __init__(self, kind: str, name: str, argv: list[str]) -> None:
        self.kind, self.name, self.argv = kind, name, argv
        self.is_file = kind == "script" and not _holds_modules(self.path)

    @property
    def path(self) -> str:
        """As Python makes a script's path absolute: not normalised."""
        return self.name if _isabs(self.name) else _cwd() + _sep + self.name


def _holds_modules(path: str) -> bool:
    """Whether modules could be imported from `path`: then Python runs the `__main__` in it."""
    for hook in sys.path_hooks:
        try:
            hook(path)
        except ImportError:
            continue
        return True
    return False


def prepare(target: Target, here: str) -> types.ModuleType:
    """Set sys.argv and sys.path as Python does; returns a fresh `__main__`. `here`: the folder of the tracer."""
    if sys.path and _realpath(sys.path[0]) == _realpath(here):
        del sys.path[0]
    sys.argv[:] = [target.name if target.kind == "script" else "-m", *target.argv]
    if hasattr(sys, "orig_argv"):
        option = [] if target.kind == "script" else ["-m"]
        sys.orig_argv[:] = [sys.orig_argv[0], *option, target.name, *target.argv]
    if not getattr(sys.flags, "safe_path", False) or not target.is_file:
        sys.path.insert(0, _first_folder(target))
    return _main_module()


def _first_folder(target: Target) -> str:
    if target.kind == "module":
        return _cwd()
    if not target.is_file:
        return target.path
    path = target.path
    if _readlink is not None and _islink(path):
        path = _join(_dirname(path), _readlink(path))
    return _realpath(_dirname(path))


def _main_module() -> types.ModuleType:
    main = types.ModuleType("__main__")
    if sys.version_info < (3, 14):
        main.__annotations__ = {}
    main.__builtins__ = builtins  # type: ignore[attr-defined]
    sys.modules["__main__"] = main
    return main


def code_of_script(target: Target, main: types.ModuleType, translate: Callable[[bytes, str], Any]) -> Any:
    """The code to execute for a plain script file; fills in what `__main__` says of itself."""
    path = target.path
    main.__loader__ = SourceFileLoader("__main__", path)
    main.__file__ = path
    if sys.version_info < (3, 15):
        main.__cached__ = None  # type: ignore[attr-defined]
    try:
        with _open(path, "rb") as stream:
            source = stream.read()
    except OSError as error:
        sys.stderr.write(f"{sys.executable}: can't open file {path!r}: [Errno {error.errno}] {error.strerror}\n")
        raise SystemExit(2) from None
    try:
        code = translate(source, path)
    except SyntaxError:
        code = None
    return code if code is not None else compile(source, path, "exec", dont_inherit=True)


def exit_status(stop: SystemExit) -> int:
    """The status with which the interpreter ends for this argument of SystemExit."""
    try:
        status = stop.code
    except Exception:  # a property of the program's own; the interpreter prints the exception itself then
        return 1
    if status is None:
        return 0
    return status & 0xFF if isinstance(status, int) else 1


def report_without(error: BaseException, skip: str) -> None:
    """Lets the interpreter, which is given `error` next, report it through the user's hook without frames of ours."""
    missing = not hasattr(sys, "excepthook")
    hook = getattr(sys, "excepthook", sys.__excepthook__)

    def report(kind: Any, value: Any, traceback: Any) -> None:
        sys.excepthook = hook
        if missing:
            del sys.excepthook
            sys.stderr.write("sys.excepthook is missing\n")
        value.__traceback__ = sys.last_traceback = trimmed(traceback, skip)
        _reported(hook, value)

    sys.excepthook = report


def _reported(hook: Any, error: BaseException) -> None:
    traceback = error.__traceback__
    try:
        hook(type(error), error, traceback)
    except SystemExit:
        raise
    except BaseException as failure:
        failure.__traceback__ = failure.__traceback__ and failure.__traceback__.tb_next
        sys.stderr.write("Error in sys.excepthook:\n")
        sys.__excepthook__(type(failure), failure, failure.__traceback__)
        sys.stderr.write("\nOriginal exception was:\n")
        sys.__excepthook__(type(error), error, traceback)


def trimmed(traceback: Any, skip: str) -> Optional[Any]:
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
