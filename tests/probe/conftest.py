"""The probes of all environments in tests/programs/environments and of some of Gymnasium's, measured once a session."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gradhelp.facts.recording import Recording, parse_event
from gradhelp.probe.read import read

REPOSITORY = Path(__file__).parents[2]
PROGRAMS = REPOSITORY / "tests" / "programs" / "environments"
OWN = {
    "point_mass": "PointMass", "half_cut": "Cart", "dead_reward": "Slider", "wrong_gradient": "Oscillator",
    "silent_numpy": "Arm", "noisy": "Windy", "bouncing": "Wall", "pursuit": "Pursuit", "taking_turns": "Turns",
    "straight_through": "Stepper", "in_place": "Spoiled",
}  # fmt: skip
IDS = {"Pendulum-v1": 1, "CartPole-v1": 1, "three Pendulum-v1": 3, "InvertedPendulum-v5": 1}
LOCATED = ("point_mass", "half_cut", "dead_reward", "wrong_gradient", "silent_numpy", "straight_through")


def _config(folder: Path, name: str, asked: dict, path: str, root: Path) -> Path:
    events = folder / f"{name}.jsonl"
    events.touch()
    target = {"kind": "script", "path": path}
    config = {"target": target, "argv": [json.dumps(asked)], "root": str(root), "cwd": str(root), "events": str(events)}
    file = folder / f"{name}.json"
    file.write_text(json.dumps(config), "utf-8")
    return file


def _configs(folder: Path) -> list[Path]:
    found = [
        _config(
            folder, name.replace(" ", "_"), {"kind": "id", "name": name.split()[-1], "count": count}, "none", folder
        )
        for name, count in IDS.items()
    ]
    for name, factory in OWN.items():
        asked = {"kind": "factory", "name": factory}
        found.append(_config(folder, name, asked, str(PROGRAMS / f"{name}.py"), PROGRAMS))
        if name in LOCATED:
            asked = {**asked, "locate": True}
            found.append(_config(folder, f"{name}-located", asked, str(PROGRAMS / f"{name}.py"), PROGRAMS))
    script = str(PROGRAMS / "train_wrapped.py")
    return [*found, _config(folder, "train_wrapped", {"kind": "script"}, script, PROGRAMS)]


def recording(path: Path) -> Recording:
    events = tuple(event for line in path.read_bytes().splitlines() if (event := parse_event(line)))
    return Recording((*events, {"event": "process", "outcome": "exited", "seconds": 1.0}))


@pytest.fixture(scope="session")
def probed(tmp_path_factory):
    """Name → result."""
    folder = tmp_path_factory.mktemp("probes")
    configs = _configs(folder)
    environ = {**os.environ, "PYTHONPATH": str(REPOSITORY), "PYTHONDONTWRITEBYTECODE": "1"}
    many = str(Path(__file__).with_name("many.py"))
    subprocess.run([sys.executable, many, *map(str, configs)], env=environ, check=True, timeout=250)
    results = {}
    for path in folder.glob("*.jsonl"):
        if not path.stem.endswith("-located"):
            second = path.with_name(f"{path.stem}-located.jsonl")
            results[path.stem] = read(path.stem, recording(path), recording(second) if second.exists() else None)
    return results
