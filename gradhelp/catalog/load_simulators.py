"""Files of `knowledge/simulators/` → simulators. Whatever is wrong with a file is said with its name and key."""

from functools import cache
from pathlib import Path

from pydantic import ValidationError

from gradhelp.catalog.simulator import Simulator
from gradhelp.catalog.tables import read_table, what_is_wrong
from gradhelp.errors import GradhelpError
from gradhelp.paths import knowledge


class InvalidSimulator(GradhelpError):
    """A file about a simulator is wrong; the sentence names the file and the key."""


@cache
def load_simulators() -> tuple[Simulator, ...]:
    """All shipped simulators, by id."""
    return load_simulator_folder(knowledge() / "simulators")


def load_simulator_folder(folder: Path) -> tuple[Simulator, ...]:
    """All simulators of `folder`, one a file."""
    found = tuple(load_simulator(path) for path in sorted(folder.glob("*.toml")))
    if not found:
        raise InvalidSimulator(f"{folder} holds no simulators: expected <id>.toml in it")
    return found


def load_simulator(path: Path) -> Simulator:
    """The simulator that `path` describes; the file's name is its id."""
    try:
        loaded = Simulator(**read_table(path, InvalidSimulator))
    except ValidationError as error:
        raise InvalidSimulator(f"{path}: {what_is_wrong(error, 'simulator')}") from error
    if loaded.id != path.stem:
        raise InvalidSimulator(f"{path}: id: is {loaded.id!r}, but the file is called {path.name!r}")
    return loaded
