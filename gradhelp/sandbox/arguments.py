"""The script's arguments, so that those which name the user's files name the copies instead."""

import os
from pathlib import Path

from gradhelp.sandbox.plan import RunPlan, absolute
from gradhelp.sandbox.scratch import Scratch


def redirected_argument(argument: str, plan: RunPlan, scratch: Scratch) -> str:
    """The argument with an absolute path into the project led into the copy; also in the form `--option=PATH`.

    A relative path means the same in the copy as in the user's folder, unless the script runs in another folder than
    the user does; then a path that exists is led to its copy.
    """
    option, sign, value = argument.partition("=")
    if argument.startswith("-") and sign:
        return f"{option}={redirected_path(value, plan.cwd, scratch)}"
    return redirected_path(argument, plan.cwd, scratch)


def redirected_paths(text: str, scratch: Scratch) -> str:
    """A list of paths, as in PYTHONPATH, with those that lead into the project led into the copy."""
    return os.pathsep.join(redirected_path(part, scratch.project.cwd, scratch) for part in text.split(os.pathsep))


def redirected_path(text: str, cwd: Path, scratch: Scratch) -> str:
    """One path, redirected if it has to be; any other text as it is."""
    if not text or "\0" in text:
        return text
    place = absolute(Path(text), cwd)
    copy = _copy_of(place, scratch)
    moved = scratch.project.cwd_moved and place.exists()
    return str(copy) if copy and (os.path.isabs(text) or moved) else text


def _copy_of(place: Path, scratch: Scratch) -> Path | None:
    """The place in the copy, whether the path goes through links or not; None for a path outside the project."""
    root = scratch.project.root
    for path, folder in ((place, root), (Path(os.path.realpath(place)), Path(os.path.realpath(root)))):
        if path == folder or folder in path.parents:
            return scratch.root / path.relative_to(folder)
    return None
