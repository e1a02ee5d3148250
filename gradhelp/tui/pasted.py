"""Long pastes as short tokens: what the composer shows for them, and how they come back when the message is sent.

Invariant: `expand(text)` puts every held paste back in one pass; what a paste holds is never read as a token.
"""

import re

LINES_SHOWN = 5
CHARACTERS_SHOWN = 1000


def is_long(text: str) -> bool:
    """Whether a paste is better shown as a token."""
    return text.count("\n") >= LINES_SHOWN or len(text) > CHARACTERS_SHOWN


class PasteShelf:
    """The pastes of the message that is being written, by token."""

    def __init__(self) -> None:
        self._held: dict[str, str] = {}

    def hold(self, text: str, label: str) -> str:
        """The token that stands for `text` from now on."""
        token = f"[{label} #{len(self._held) + 1}]"
        self._held[token] = text
        return token

    def expand(self, text: str) -> str:
        """`text` with the pastes in the places of their tokens."""
        if not self._held:
            return text
        pattern = "|".join(re.escape(token) for token in self._held)
        return re.sub(pattern, lambda match: self._held[match[0]], text)

    def token_before(self, text: str) -> str:
        """The token that `text` ends in; empty if it ends in none."""
        return next((token for token in self._held if text.endswith(token)), "")

    def clear(self) -> None:
        """The message has been sent."""
        self._held.clear()
