"""The error families of knowledge/errors.toml, validated, and the search for the one a message belongs to.

A family is matched by the wording of the message (`patterns`), by the exception's type alone (`types` without
patterns), or by both. Patterns are written in lower case and applied to the lower-cased message; repeats that could
make a search slower than linear are refused on load, so that no pasted text can stall the program.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from gradhelp.model.span import Frozen
from gradhelp.paths import knowledge

MESSAGE_LIMIT = 4000
"""Characters of a message that are looked at; the telling words of every known message are in its first lines."""
ENDING = 20
"""Characters by which the end of a known message is recognised."""
SHORTEST_STUMP = 16
"""A cut-off message is completed to a known wording only from this many characters on."""

UNBOUNDED = re.compile(r"(?<!\\)[*+](?!\+)|\{\d*,\}")


def _linear(pattern: str) -> str:
    """Refuse what could backtrack without bound; `{0,80}` and possessive repeats are fine."""
    if UNBOUNDED.search(pattern):
        raise ValueError(f"use a bounded repeat such as {{0,80}} in {pattern!r}")
    if pattern != pattern.lower() and not re.search(r"\\[SDWB]", pattern):
        raise ValueError(f"patterns are matched against lower-cased text: {pattern!r}")
    re.compile(pattern)
    return pattern


Pattern = Annotated[str, AfterValidator(_linear)]


class Wording(Frozen):
    """A message as some version printed it, numbers and names included."""

    text: str
    since: str = ""
    """The release that introduced it, e.g. "torch 1.9"."""


class Sentence(Frozen):
    """One sentence, in both languages: what the error is and what to do about it."""

    en: str = Field(min_length=20)
    zh: str = Field(min_length=8)

    def of(self, lang: Literal["en", "zh"]) -> str:
        """The sentence in the language asked for."""
        return self.zh if lang == "zh" else self.en


class Matcher(Frozen):
    """One way to recognise an error. All that is given must fit."""

    patterns: tuple[Pattern, ...] = ()
    """One of them is found in the lower-cased message."""
    types: tuple[str, ...] = ()
    """Exception names without module. Where only a message was pasted, the patterns decide."""
    code: Pattern = ""
    """Found in the source line that the traceback shows."""

    @model_validator(mode="after")
    def _is_reachable(self) -> Self:
        if not self.patterns and not self.types:
            raise ValueError("neither patterns nor types")
        return self

    def matches(self, name: str, message: str, code: str) -> bool:
        """`name` is the exception's name without module; `message` and `code` are lower-cased."""
        if self.types and name not in self.types and (name or not self.patterns):
            return False
        if self.patterns and not any(pattern.search(message) for pattern in _compiled(self.patterns)):
            return False
        return not self.code or re.search(self.code, code) is not None


class Family(Matcher):
    """Errors that have one meaning."""

    id: str = Field(pattern=r"^[a-z][a-z0-9-]+$")
    gradient: bool
    usual_type: str = ""
    """The exception usually raised: what is assumed when only the message was pasted."""
    specificity: Literal["known", "generic", "consequence"] = "known"
    """generic: the type says little. consequence: reports another error, which is to be preferred."""
    alternatives: tuple[Matcher, ...] = ()
    sentence: Sentence
    wordings: tuple[Wording, ...] = ()

    def fits(self, name: str, message: str, code: str) -> bool:
        """Whether this or one of the alternatives matches."""
        return self.matches(name, message, code) or any(each.matches(name, message, code) for each in self.alternatives)

    @property
    def exception(self) -> str:
        """The exception to assume where none was pasted."""
        return self.usual_type or (self.types[0] if self.types else "RuntimeError")


class Families(Frozen):
    """The file. The order of families is the order in which they are tried."""

    family: tuple[Family, ...]

    @model_validator(mode="after")
    def _has_unique_ids(self) -> Self:
        ids = [family.id for family in self.family]
        repeated = sorted({one for one in ids if ids.count(one) > 1})
        if repeated:
            raise ValueError(f"families defined twice: {', '.join(repeated)}")
        return self


@cache
def _compiled(patterns: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in patterns)


@cache
def families() -> tuple[Family, ...]:
    """All families, in the order in which they are tried."""
    text = (knowledge() / "errors.toml").read_text(encoding="utf-8")
    return Families.model_validate(tomllib.loads(text)).family


def family(family_id: str) -> Family | None:
    """The family of this id."""
    return next((each for each in families() if each.id == family_id), None)


def classify(type: str, message: str, code: str = "") -> Family | None:
    """The family of an error; `code` is the source text that its traceback shows, which tells some families apart."""
    name = short_name(type)
    text, shown = message[:MESSAGE_LIMIT].lower(), code[:MESSAGE_LIMIT].lower()
    return next((each for each in families() if each.fits(name, text, shown)), None)


def complete(stump: str) -> Family | None:
    """The one family whose known wordings begin with a message that was cut off."""
    start = stump.strip().rstrip(".…").lower()
    if len(start) < SHORTEST_STUMP:
        return None
    fitting = {each.id: each for each, text in _wordings() if text.startswith(start) or start.startswith(text)}
    return next(iter(fitting.values())) if len(fitting) == 1 else None


def is_whole(piece: str) -> bool:
    """Whether a known message of one line ends where this piece ends: what stands below it is something else."""
    return piece.rstrip()[-ENDING:].lower() in _endings()


def find_wording(text: str) -> Iterator[tuple[int, Family]]:
    """Where in lower-cased running text the message of a known, specific family begins."""
    for each in families():
        if each.specificity != "known" or each.code:
            continue
        for pattern in _compiled(each.patterns):
            found = pattern.search(text)
            if found:
                yield found.start(), each


def short_name(type: str) -> str:
    """`torch.cuda.OutOfMemoryError` → `OutOfMemoryError`; `RayTaskError(ValueError)` → `RayTaskError`."""
    return type.partition("(")[0].rpartition(".")[2]


@cache
def _wordings() -> tuple[tuple[Family, str], ...]:
    return tuple((each, wording.text.lower()) for each in families() for wording in each.wordings)


@cache
def _endings() -> frozenset[str]:
    return frozenset(text[-ENDING:] for _, text in _wordings() if "\n" not in text and len(text) >= ENDING)
