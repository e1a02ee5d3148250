"""New files beside the user's own: patches and exports. Invariant: no file that exists is overwritten."""

from pathlib import Path

from gradhelp.chat.turns import Step
from gradhelp.chat.voice import Voice


class Beside:
    """`folder` is where relative paths start, and where files are put that were not named."""

    def __init__(self, voice: Voice, folder: Path) -> None:
        self._voice = voice
        self._folder = folder

    def write(self, argument: str, name: str, text: str, key: str) -> list[Step]:
        """A new file with `text`: the one that was named, else one called `name`, or like it where that is taken."""
        try:
            place = _made(self._folder / Path(argument).expanduser(), text) if argument else self._unnamed(name, text)
        except FileExistsError:
            return [self._voice.error("save_exists", path=argument)]
        except (OSError, ValueError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            return [self._voice.error("save_failed", path=argument or name, reason=reason)]
        shown = place.relative_to(self._folder) if place.is_relative_to(self._folder) else place
        return [self._voice.note(key, path=str(shown))]

    def _unnamed(self, name: str, text: str) -> Path:
        stem, _, suffix = name.rpartition(".")
        number = 1
        while True:
            place = self._folder / (name if number == 1 else f"{stem}-{number}.{suffix}")
            try:
                return _made(place, text)
            except FileExistsError:
                number += 1


def _made(place: Path, text: str) -> Path:
    with place.open("x", encoding="utf-8") as file:
        file.write(text)
    return place
