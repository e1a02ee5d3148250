"""What an answer is: one entry of a file of `knowledge/answers/`.

Texts are Markdown without headings, tables and HTML. An answer that can be measured has a folder of its own, with a
small program that prints the measurement.
"""

from pathlib import Path
from typing import Literal

from pydantic import Field, HttpUrl, TypeAdapter, field_validator

from gradhelp.catalog.rule import Bilingual, Lang
from gradhelp.model.span import Frozen

AnswerKind = Literal["term", "question", "belief", "pitfall", "scenario"]

_ADDRESS = TypeAdapter(HttpUrl)


class Phrasings(Frozen):
    """Ways in which people ask for the same thing."""

    en: tuple[str, ...] = Field(min_length=2)
    zh: tuple[str, ...] = Field(min_length=2)


class Answer(Frozen):
    """A term, a common question, a widespread belief, a pitfall or a scenario, with what is true about it."""

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    kind: AnswerKind
    title: Bilingual
    asked: Phrasings
    text: Bilingual
    here: dict[str, Bilingual] = Field(default_factory=dict)
    """By rule or family of rules: what the answer comes to where that was found in the user's program."""
    rules: tuple[str, ...] = ()
    references: tuple[str, ...] = Field(min_length=1)
    experiment: Path | None = Field(default=None, exclude=True, repr=False)
    """A program that prints the measurement which the text speaks of: torch alone, below a second."""

    @field_validator("references")
    @classmethod
    def _addresses(cls, references: tuple[str, ...]) -> tuple[str, ...]:
        for each in references:
            _ADDRESS.validate_python(each)
        return references

    def of_finding(self, rule: str, family: str, lang: Lang) -> str:
        """What the answer comes to for a finding of that rule; empty where nothing more can be said."""
        found = self.here.get(rule) or self.here.get(family)
        return found.of(lang) if found else ""
