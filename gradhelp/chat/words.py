"""The words that the chat understands: the tables `words.en` and `words.zh` of `knowledge/templates/chat.toml`.

Invariant: both languages have words for the same intents. What the chat says is in the same file.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Literal, Self, get_args

from pydantic import ValidationError, model_validator

from gradhelp.errors import GradhelpError
from gradhelp.model.span import Frozen
from gradhelp.paths import knowledge

Intent = Literal[
    "greet", "thanks", "who", "place", "proof", "safe", "outlook", "line", "networks",
    "why", "fix", "chain", "next", "others", "show", "rules", "explain", "simulators", "experiment", "help",
    "how", "again", "run", "alone", "yes", "no", "stop", "new", "lang", "quit",
    "script", "traceback", "prints", "probe", "apply", "undo", "save", "copy", "export",
    "history", "resume", "theme",
]  # fmt: skip
INTENTS: dict[str, Intent] = {intent: intent for intent in get_args(Intent) if intent != "how"}
"""What a command may be called; `how` asks about one."""


class Asking(Frozen):
    """How one begins or ends a question about something to do."""

    en: tuple[str, ...] = ()
    zh: tuple[str, ...] = ()


class Words(Frozen):
    """What people type, per intent. A word that starts with `=` must be the whole message."""

    en: dict[Intent, tuple[str, ...]]
    zh: dict[Intent, tuple[str, ...]]
    asking: Asking = Asking()

    @model_validator(mode="after")
    def _same_intents(self) -> Self:
        if differing := self.en.keys() ^ self.zh.keys():
            raise ValueError(f"words in one language only: {', '.join(sorted(differing))}")
        return self


@cache
def shipped_words() -> Words:
    """The words that gradhelp ships."""
    return load_words(knowledge() / "templates" / "chat.toml")


def load_words(path: Path) -> Words:
    """The words in `path`; raises GradhelpError with a sentence that says what is wrong."""
    try:
        return Words.model_validate(tomllib.loads(path.read_text(encoding="utf-8")).get("words"))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise GradhelpError(f"{path}: words.{place}: {first['msg']}") from error
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise GradhelpError(f"{path}: {error}") from error
