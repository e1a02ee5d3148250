"""The options of the open question: their numbers are as good as their words, on the screen and in the plain chat.

A question is open until the user says something.
"""

from collections.abc import Iterable

from gradhelp.chat.turns import Clear, Option, QuestionTurn, Step, UserTurn


class Choice:
    """Follows what is said."""

    def __init__(self) -> None:
        self.options: tuple[Option, ...] = ()

    def follow(self, steps: Iterable[Step]) -> None:
        """These steps come next."""
        for step in steps:
            if isinstance(step, QuestionTurn):
                self.options = step.options
            elif isinstance(step, UserTurn | Clear):
                self.options = ()

    def meant(self, text: str) -> str:
        """What `text` says: the reply of the option of that number, else itself."""
        number = text.strip()
        chosen = number.isascii() and number.isdecimal() and 0 < int(number[:4]) <= len(self.options)
        return self.options[int(number) - 1].reply if chosen else text


def numbered(options: Iterable[Option]) -> list[str]:
    """The labels with their numbers."""
    return [f"{number} {option.label}" for number, option in enumerate(options, 1)]
