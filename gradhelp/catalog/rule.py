"""What a rule is: the validated form of one folder of `knowledge/rules/`.

Texts are read when asked for, so that listing the rules costs one small file each.
"""

import difflib
import re
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from pydantic import Field, field_validator, model_validator

from gradhelp.errors import GradhelpError
from gradhelp.model.diagnosis import Severity
from gradhelp.model.span import Frozen
from gradhelp.patches import patch_names

Lang = Literal["en", "zh"]
LANGUAGES: tuple[Lang, ...] = get_args(Lang)

Family = Literal["cut", "backward", "silent", "env-api"]
Param = bool | int | float | str | list[str]

_REMARK = re.compile(r"\s*# (?:expect|raises):.*")

TEXTS = ("explain.{lang}.md", "seen.{lang}.md.j2", "fix.{lang}.md.j2")


class InvalidRule(GradhelpError):
    """A rule folder is wrong; the sentence names the file and the key."""


class Bilingual(Frozen):
    """The same text in every language that gradhelp speaks."""

    en: str = Field(min_length=1)
    zh: str = Field(min_length=1)

    def of(self, lang: Lang) -> str:
        """The text in `lang`."""
        return self.zh if lang == "zh" else self.en


class Example(NamedTuple):
    """A minimal pair of runnable programs: one with the fault, one without."""

    name: str
    bad: Path
    good: Path


Applicability = Literal["safe", "maybe", "placeholders"]
"""As rustc has it: safe to apply; may not be what was meant; holds something that has to be filled in first."""


class PatchUse(Frozen):
    """A kind of edit that mends a rule's fault, and how far it can be trusted."""

    id: str = Field(pattern=r"^[a-z]+(-[a-z]+)*$")
    applicability: Applicability

    @field_validator("id")
    @classmethod
    def _known(cls, name: str) -> str:
        if name not in patch_names():
            raise ValueError(f"there is no patch named {name!r}")
        return name


class Alternative(Frozen):
    """Another way to what the user wants, where the fault itself cannot be mended; its texts lie in the rule's folder."""

    id: str = Field(pattern=r"^[a-z]+(-[a-z]+)*$")
    patches: tuple[PatchUse, ...] = ()
    """The edits that write it into the user's program, those tried first to the front; none where it is words alone."""

    @property
    def template(self) -> str:
        """The file of its title and steps, as `Rule.text` takes it."""
        return f"alternative-{self.id}.{{lang}}.md.j2"


class Rule(Frozen):
    """One fault that gradhelp recognises. `check` names what looks for it, `params` says what exactly to look for."""

    id: str = Field(pattern=r"^[a-z]+(-[a-z]+)*$")
    family: Family
    severity: Severity
    since: str = Field(pattern=r"^\d+\.\d+\.\d+$")
    order: int = Field(ge=0)
    """Where several rules hold, the lower one is nearer to the root; a hint to the ranking, not the ranking."""
    title: Bilingual
    headline: Bilingual
    """A template over the check's evidence: one line."""
    statement: Bilingual
    references: tuple[str, ...] = Field(min_length=1)
    check: str = Field(pattern=r"^[a-z]+(-[a-z]+)*$")
    params: dict[str, Param] = Field(default_factory=dict)
    patches: tuple[PatchUse, ...] = ()
    """The edits that mend it, the likeliest first."""
    unpatchable: Bilingual | None = None
    """Why no edit by rule can mend it; given exactly where there are no patches."""
    alternatives: tuple[Alternative, ...] = ()
    """Ways around a fault that cannot be mended, the nearest to the user's intention first."""
    folder: Path = Field(exclude=True, repr=False)

    @model_validator(mode="before")
    @classmethod
    def _split_check(cls, data: dict[str, Any]) -> dict[str, Any]:
        """In the file, the parameters stand flat beside the name of the check."""
        check = data.get("check")
        if not isinstance(check, dict):
            return data
        params = {key: value for key, value in check.items() if key != "name"}
        return data | {"check": check.get("name", ""), "params": params}

    @model_validator(mode="after")
    def _mended_or_said_why(self) -> "Rule":
        if bool(self.patches) == (self.unpatchable is not None):
            raise ValueError("a rule has either patches or [unpatchable], which says why it has none")
        return self

    def text(self, template: str, lang: Lang) -> str:
        """The rule's file `template` (one of TEXTS, or an alternative's) in `lang`."""
        return (self.folder / template.format(lang=lang)).read_text(encoding="utf-8")

    def explain(self, lang: Lang) -> str:
        """What happens, why, when it is intended, how to confirm: static Markdown."""
        return self.text("explain.{lang}.md", lang).strip()

    def examples(self) -> tuple[Example, ...]:
        """All minimal pairs, the plain one first."""
        bads = sorted(self.folder.glob("bad*.py"), key=lambda path: path.stem)
        return tuple(_pair(bad) for bad in bads)

    def example_change(self) -> str:
        """What mends the smallest program with the fault, as a unified diff: the plain pair, without what tests read."""
        example = self.examples()[0]
        bad, good = (_REMARK.sub("", path.read_text(encoding="utf-8")) for path in (example.bad, example.good))
        before, after = (f"{self.id}/{path.name}" for path in (example.bad, example.good))
        return "\n".join(difflib.unified_diff(bad.splitlines(), good.splitlines(), before, after, lineterm=""))


def _pair(bad: Path) -> Example:
    name = bad.stem.removeprefix("bad").removeprefix("_")
    return Example(name or "plain", bad, bad.with_name("good" + bad.name.removeprefix("bad")))
