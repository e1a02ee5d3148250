"""The environment that the script runs with: the user's own, but for the variables below, each with its reason.

HOME, PATH, PYTHONHASHSEED, CUDA and library settings stay as they are: they are part of what is being diagnosed.
PYTHONUNBUFFERED is not set: it would change when output appears.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from gradhelp.sandbox.arguments import redirected_paths
from gradhelp.sandbox.scratch import Scratch

MARK = "GRADHELP_RUN"
"""Names the run in the environment of every process that descends from it, so that none is overlooked at the end."""

OFFLINE = {"offline", "disabled", "dryrun", "debug"}


def environment(
    scratch: Scratch,
    mark: str,
    environ: Mapping[str, str],
    modules: Sequence[Path] = (),
    more: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, str]:
    """The environment of an isolated run. `modules` are folders of the project whose copies provide modules."""
    base = dict(environ)
    own = [str(folder) for folder in modules]
    if own or base.get("PYTHONPATH"):
        base["PYTHONPATH"] = os.pathsep.join([*own, *filter(None, [base.get("PYTHONPATH")])])
    return base | _places(scratch, base) | _trackers(scratch, base) | _displays(base) | dict(more) | {MARK: mark}


def _places(scratch: Scratch, base: Mapping[str, str]) -> dict[str, str]:
    temporary = str(scratch.temporary)
    places = {
        # Temporary files vanish with the run, and cannot collide with those of a real training in progress.
        "TMPDIR": temporary,
        "TEMP": temporary,
        "TMP": temporary,
        # Some programs trust PWD over getcwd().
        "PWD": str(scratch.cwd),
        # Imports would write caches into the user's environment; reading those that exist is not affected.
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    if path := base.get("PYTHONPATH"):
        # Modules of the project are to come from the copy, not from the user's folder.
        places["PYTHONPATH"] = redirected_paths(path, scratch)
    return places


def _trackers(scratch: Scratch, base: Mapping[str, str]) -> dict[str, str]:
    """A diagnosis must not upload a run to the team's dashboard, nor ask for a login."""
    place = str(scratch.trackers)
    modes = ("WANDB_MODE", "NEPTUNE_MODE", "SWANLAB_MODE")
    return {mode: base[mode] if base.get(mode, "").lower() in OFFLINE else "offline" for mode in modes} | {
        "WANDB_SILENT": "true",
        "WANDB_DIR": place,
        "WANDB_CACHE_DIR": place,
        "WANDB_DATA_DIR": place,
        "MLFLOW_TRACKING_URI": (scratch.trackers / "mlruns").as_uri(),
        "COMET_START_ONLINE": "0",
        "COMET_OFFLINE_DIRECTORY": place,
        "CLEARML_OFFLINE_MODE": "1",
    }


def _displays(base: Mapping[str, str]) -> dict[str, str]:
    settings = {
        # A window would block the run until someone closes it.
        "MPLBACKEND": base.get("MPLBACKEND", "Agg"),
        # The same for charts that open in a browser.
        "BROWSER": "true",
    }
    if sys.platform == "linux" and not base.get("DISPLAY") and not base.get("WAYLAND_DISPLAY"):
        # Without a display pygame's default drivers raise, where a user's own machine would show a window.
        settings["SDL_VIDEODRIVER"] = base.get("SDL_VIDEODRIVER", "dummy")
        settings["SDL_AUDIODRIVER"] = base.get("SDL_AUDIODRIVER", "dummy")
    return settings
