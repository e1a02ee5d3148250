"""Packages of the project that are installed in place (`pip install -e .`) would be imported from the user's folder.

Then the script would work on the original, and the tracer would take the user's own code for a library. So the folders
that provide them are put on PYTHONPATH as copies. A package that the interpreter would not find is not made available:
the script shall fail as it does for the user.
"""

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from gradhelp.sandbox.interpreter import Interpreter
from gradhelp.sandbox.project import Project

SECONDS = 20.0
QUESTION = """
import json, sys
from importlib.util import find_spec
places = []
for name in sys.argv[1:]:
    try:
        spec = find_spec(name)
        places += spec.submodule_search_locations or [spec.origin] if spec else []
    except Exception:
        pass
print(json.dumps([place for place in places if place]))
"""


def editable_folders(project: Project, interpreter: Interpreter, nowhere: Path, env: Mapping[str, str]) -> list[Path]:
    """The folders of the project that an import of `project.borrowed` leads to. `nowhere` is an empty folder."""
    if not project.borrowed:
        return []
    found = []
    for place in _asked(project.borrowed, interpreter, nowhere, env):
        folder = Path(os.path.realpath(place)).parent
        root = Path(os.path.realpath(project.root))
        if folder == root or root in folder.parents:
            found.append(project.root / folder.relative_to(root))
    return list(dict.fromkeys(found))


def _asked(names: tuple[str, ...], interpreter: Interpreter, nowhere: Path, env: Mapping[str, str]) -> list[str]:
    """Where the interpreter finds the modules, outside the working folder; nothing is imported."""
    try:
        done = subprocess.run(
            [interpreter.path, "-c", QUESTION, *names],
            cwd=nowhere,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=True,
        )
        return [str(place) for place in json.loads(done.stdout.splitlines()[-1])]
    except (OSError, subprocess.SubprocessError, ValueError, IndexError):
        return []
