"""From a typed location to something that can be run: the only place where the chat looks at the disk.

Whatever is typed, nothing is raised: a location that cannot be run is a Problem.
"""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from gradhelp.chat.recognise import split_words, without_python
from gradhelp.intake.fragment import looks_like_traceback
from gradhelp.model.span import Frozen

PROGRAMS = (".py", ".ipynb")
LARGEST_LOG = 2_000_000
LISTED_SCRIPTS = 8


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
    """It cannot be run: `key` names the phrase that says why."""

    key: str
    path: str
    scripts: str = ""


def locate(text: str, folder: Path) -> Target | FoundTraceback | Problem:
    """What `text` (a path with arguments, `-m module`, with or without `python` before it) names in `folder`."""
    whole = _path(text.strip(), folder)
    if _exists(whole):
        return _runnable(whole, ())
    words = without_python(split_words(text))
    if words[:1] == ["-m"] and len(words) > 1:
        return Target(module=words[1], args=tuple(words[2:]))
    if not words:
        return Problem(key="bad_missing", path=text.strip())
    path = _path(words[0], folder)
    if _exists(path):
        return _runnable(path, tuple(words[1:]))
    mentioned = next(filter(None, (existing_script(word, folder) for word in words)), None)
    return Target(script=mentioned) if mentioned else Problem(key="bad_missing", path=words[0])


def existing_script(name: str, folder: Path) -> Path | None:
    """The script of that name, if there is one on this disk that can be run."""
    path = _path(name, folder)
    return path if path.suffix in PROGRAMS and _is_file(path) else None


def _runnable(path: Path, args: tuple[str, ...]) -> Target | FoundTraceback | Problem:
    if _is_file(path):
        return Target(script=path, args=args) if path.suffix in PROGRAMS else _traceback_in(path)
    if _is_file(path / "__main__.py"):
        return Target(script=path, args=args)
    scripts = sorted(_scripts_in(path))[:LISTED_SCRIPTS]
    return Problem(key="bad_folder_scripts" if scripts else "bad_folder", path=str(path), scripts=", ".join(scripts))


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
