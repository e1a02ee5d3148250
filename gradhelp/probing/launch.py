"""Entry of the child process: `python launch.py CONFIG.json`, run by path in the user's interpreter.

CONFIG is that of every run in the sandbox: {"target": {"kind", "path" | "module"}, "argv", "root", "cwd", "events"}.
`argv` holds one text: the request, as JSON (see `session.Request`).
"""

from __future__ import annotations

import json
import os
import sys

PACKAGE = "gradhelp@probing"


def main() -> None:
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [path for path in sys.path if os.path.abspath(path or os.curdir) != here]
    package = type(sys)(PACKAGE)
    package.__path__ = [here]
    sys.modules[PACKAGE] = package
    __import__(PACKAGE + ".session")
    with open(sys.argv[1], encoding="utf-8") as stream:
        config = json.load(stream)
    sys.modules[PACKAGE + ".session"].run(config)


main()
