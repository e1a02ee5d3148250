"""The form of a question: what kind of answer it asks for. "Why is X", "what is X" and "X or Y" share their words.

The words by which a form is known are data: `form` in `knowledge/answers/words/words.toml`; the first that fits counts.
"""

import re
from functools import cache

from gradhelp.retrieval.tokens import LONGEST, words

DEFINITION, STATEMENT = "definition", "statement"
"""What something is; and no question word at all: a complaint, or a bare name."""


def form_of(question: str) -> str:
    """The name of the form, or STATEMENT."""
    folded = question[:LONGEST].lower()
    return next((name for name, pattern in _forms().items() if pattern.search(folded)), STATEMENT)


@cache
def _forms() -> dict[str, re.Pattern[str]]:
    return {name: re.compile("|".join(patterns)) for name, patterns in words()["form"].items()}
