"""The procedure for those who have no script to run: three prints, what they mean, questions that narrow it down.

The questions are data (`knowledge/templates/procedure.toml`). Invariant: every question has its choices, every choice
leads to another question or to a rule; what is concluded is called suspected, never seen.
"""

import tomllib
from functools import cache
from pathlib import Path

from pydantic import Field

from gradhelp.catalog import Bilingual, Lang
from gradhelp.chat.prints import Prints
from gradhelp.model.span import Frozen
from gradhelp.paths import knowledge

START = "prints"
AGAIN = "again"
"""The choice that leads back to the prints."""


class Choice(Bilingual):
    """An answer, and the question or rule that it leads to."""

    to: str


class Meaning(Bilingual):
    """What the three prints say together, and the question that follows."""

    ask: str


class Question(Bilingual):
    """A question with its choices."""

    choices: tuple[Choice, ...] = Field(min_length=2)

    def chosen(self, text: str) -> Choice | None:
        """The choice that `text` names: by its words in either language, or by its number."""
        plain = text.strip().rstrip(".。").lower()
        for number, choice in enumerate(self.choices, 1):
            if plain in (str(number), choice.en.lower(), choice.zh.lower()):
                return choice
        return None


class Procedure(Frozen):
    """All of it."""

    meaning: dict[str, Meaning]
    ask: dict[str, Question]
    rule: dict[str, Bilingual]


@cache
def load_procedure(path: Path | None = None) -> Procedure:
    """The procedure that gradhelp ships, or the one in `path`."""
    place = path or knowledge() / "templates" / "procedure.toml"
    return Procedure.model_validate(tomllib.loads(place.read_text(encoding="utf-8")))


def meaning_of(prints: Prints) -> str:
    """The key of what whole prints say together."""
    if not prints.obs:
        return "other_way" if prints.loss else "nothing"
    leaf = prints.obs_fn == "None"
    if prints.loss:
        return "leaf" if leaf else "both"
    return "leaf_lost" if leaf else "lost_between"


def said(text: Bilingual, lang: Lang, prints: Prints) -> str:
    """A text of the procedure with the user's own values in it."""
    return text.of(lang).format(obs_fn=prints.obs_fn or "?")
