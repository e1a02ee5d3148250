"""Entry of the child process: `python launch.py CONFIG.json`, run by path in the user's interpreter.

Loads the tracer beside it under a name that no program imports, then turns itself into the user's `__main__`.
CONFIG: {"target": {"kind", "path" | "module"}, "argv", "root", "cwd", "events"}, and optionally
"on_cpu" and "watch" (see `vigil.Orders`).
The tracer keeps the modules of the standard library that it loaded to itself: the program loads its own, so that it
finds `sys.modules` as Python leaves it, may have a file named like one of them, and may replace what it likes in them.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PACKAGE = "gradhelp@tracer"
SHARED = frozenset({"threading", "_thread"})
"""Modules that the interpreter itself reaches by name, of which there must not be two."""

before = frozenset(sys.modules) - {"__future__"}


def load_tracer(here: str) -> tuple[Any, Any]:
    """Import the tracer from the folder of this file, while nothing but the standard library can be imported."""
    import os

    package = type(sys)(PACKAGE)
    package.__path__ = [here]
    package.__file__ = os.path.join(here, "__init__.py")
    sys.modules[PACKAGE] = package
    libraries = os.path.dirname(os.__file__)
    paths = sys.path[:]
    sys.path[:] = [path for path in paths if path.startswith((libraries, sys.base_prefix)) and "-packages" not in path]
    try:
        import json

        __import__(PACKAGE + ".start")
        with open(sys.argv[1], encoding="utf-8") as stream:
            config = json.load(stream)
    finally:
        sys.path[:] = paths
    return sys.modules[PACKAGE + ".start"], config


def is_private(name: str) -> bool:
    """Whether a module that the tracer loaded is to be loaded anew by the program that wants it."""
    if name in before or name in SHARED or name.partition(".")[0] == PACKAGE:
        return False
    # Modules in C hold state of the process; they stay.
    file = getattr(sys.modules[name], "__file__", None)
    return name not in sys.builtin_module_names and (file is None or file.endswith((".py", ".pyc")))


def forget() -> None:
    """Take the tracer's private modules out of the program's sight."""
    for name in [name for name in sys.modules if is_private(name)]:
        del sys.modules[name]
        parent, _, child = name.rpartition(".")
        if parent in before:
            sys.modules[parent].__dict__.pop(child, None)


def prepared() -> Any:
    """The run that CONFIG describes, ready to be executed."""
    here = __file__.rpartition("/")[0] if "/" in __file__ else __file__.rpartition("\\")[0]
    start, config = load_tracer(here)
    run = start.Run(config, here)
    forget()
    return run


prepared().execute()
