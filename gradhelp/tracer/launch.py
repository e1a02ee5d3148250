"""Entry of the child process: `python launch.py CONFIG.json`, run by path in the user's interpreter.

Loads the tracer beside it under a name that no program imports, then turns itself into the user's `__main__`.
CONFIG: {"target": {"kind", "path" | "module"}, "argv", "root", "cwd", "events"}.
"""

from __future__ import annotations

import json
import os
import sys

PACKAGE = "gradhelp@tracer"


def load_tracer(here: str) -> None:
    """Make the folder of this file importable as PACKAGE, without touching sys.path."""
    import importlib.util

    spec = importlib.util.spec_from_file_location(
        PACKAGE, os.path.join(here, "__init__.py"), submodule_search_locations=[here]
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[PACKAGE] = module
    spec.loader.exec_module(module)


def main() -> None:
    """Run the configured program and leave with its exit status."""
    import importlib

    here = os.path.dirname(os.path.abspath(__file__))
    with open(sys.argv[1], encoding="utf-8") as stream:
        config = json.load(stream)
    load_tracer(here)
    start = importlib.import_module(PACKAGE + ".start")
    status = start.run(config, here)
    if status:
        sys.exit(status)


main()
