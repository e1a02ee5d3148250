"""From a typed location to something that can be run: the only place where the chat looks at the disk.

Whatever is typed, nothing is raised: a location that cannot be run is a Problem.
"""

import shlex
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from urllib.parse import unquote, urlsplit

from gradhelp.chat.recognise import split_words, without_python
from gradhelp.intake.fragment import looks_like_traceback
from gradhelp.model.span import Frozen

PROGRAMS = (".py", ".ipynb")
LARGEST_LOG = 2_000_000
LISTED_SCRIPTS = 6


class Target(Frozen):
    """A program and its arguments: a script, notebook or folder, or else a module."""

    script: Path | None = None
    module: str | None = None
    args: tuple[str, ...] = ()

    def with_args(self, args: list[str]) -> "Target":
        """The same program with other arguments."""
        return self.model_copy(update={"args": tuple(args)})

    @property
    def name(self) -> str:
        """What to call it."""
        return str(self.script) if self.script else f"-m {self.module}"


class FoundTraceback(Frozen):
    """The location was a text file with a traceback in it."""

    text: str


class Problem(Frozen):
    """It cannot be run: `key` names the phrase that says why; `scripts` are those at hand, as they may be typed."""

    key: str
    path: str
    scripts: tuple[str, ...] = ()


def locate(text: str, folder: Path) -> Target | FoundTraceback | Problem:
    """What `text` (a path with arguments, `-m module`, with or without `python` before it) names in `folder`."""
    whole = _path(text.strip(), folder)
    if _exists(whole):
        return _runnable(whole, (), folder)
    words = without_python(split_words(text))
    if words[:1] == ["-m"] and len(words) > 1:
        return Target(module=words[1], args=tuple(words[2:]))
    if not words:
        return _missing(text.strip(), folder)
    path = _path(words[0], folder)
    if _exists(path):
        return _runnable(path, tuple(words[1:]), folder)
    mentioned = next(filter(None, (existing_script(word, folder) for word in words)), None)
    return Target(script=mentioned) if mentioned else _missing(words[0], folder)


def scripts_at_hand(home: Path, folder: Path, name: str = "") -> tuple[str, ...]:
    """The programs in `home` as they may be typed in `folder`, those that are called nearly like `name` first."""
    found = sorted(_scripts_in(home))
    close = get_close_matches(Path(name).name, found, n=LISTED_SCRIPTS, cutoff=0.4) if name else []
    places = (home / each for each in [*dict.fromkeys([*close, *found])][:LISTED_SCRIPTS])
    return tuple(shlex.quote(str(each.relative_to(folder) if each.is_relative_to(folder) else each)) for each in places)


def existing_script(name: str, folder: Path) -> Path | None:
    """The script of that name, if there is one on this disk that can be run."""
    path = _path(name, folder)
    return path if path.suffix in PROGRAMS and _is_file(path) else None


def _runnable(path: Path, args: tuple[str, ...], folder: Path) -> Target | FoundTraceback | Problem:
    if _is_file(path):
        return Target(script=path, args=args) if path.suffix in PROGRAMS else _traceback_in(path)
    if _is_file(path / "__main__.py"):
        return Target(script=path, args=args)
    scripts = scripts_at_hand(path, folder)
    return Problem(key="bad_folder_scripts" if scripts else "bad_folder", path=str(path), scripts=scripts)


def _missing(name: str, folder: Path) -> Problem:
    near = _path(name, folder).parent
    scripts = scripts_at_hand(near if _exists(near) else folder, folder, name)
    return Problem(key="bad_missing_scripts" if scripts else "bad_missing", path=name, scripts=scripts)


def _traceback_in(path: Path) -> FoundTraceback | Problem:
    try:
        if path.stat().st_size > LARGEST_LOG:
            return Problem(key="bad_kind", path=str(path))
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return Problem(key="bad_unreadable", path=str(path))
    return FoundTraceback(text=text) if looks_like_traceback(text) else Problem(key="bad_kind", path=str(path))


def _scripts_in(folder: Path) -> Iterator[str]:
    try:
        yield from (path.name for path in folder.iterdir() if path.suffix in PROGRAMS)
    except OSError:
        return


def _path(text: str, folder: Path) -> Path:
    if text.startswith("file://"):
        text = unquote(urlsplit(text).path)
    bare = text.strip("\"'")
    try:
        return folder / Path(bare).expanduser()
    except RuntimeError:  # a home folder of nobody, as in ~nobody
        return folder / bare


def _exists(path: Path) -> bool:
    try:
        return path.is_file() or path.is_dir()
    except (OSError, ValueError):  # a name too long for the disk; a null character
        return False


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
