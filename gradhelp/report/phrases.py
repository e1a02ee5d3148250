"""The sentences of gradhelp's own: `knowledge/templates/<name>.toml`, one table a language.

Invariant, checked on loading: both tables have the same keys, and the same placeholders for each key. Nothing but the
standard library is imported here, because the command line needs its words before anything else may be slow.
"""

import string
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Literal

from gradhelp.errors import GradhelpError
from gradhelp.paths import knowledge

Lang = Literal["en", "zh"]


class Phrases:
    """The sentences of one language; `say("key", name=value)` fills the placeholders of one."""

    def __init__(self, lang: Lang, table: Mapping[str, str]) -> None:
        self.lang = lang
        self._table = table

    def say(self, key: str, **values: object) -> str:
        """The sentence `key`; a key or placeholder that does not exist is a KeyError."""
        return self._table[key].format(**values)

    def keys(self) -> frozenset[str]:
        """All keys that can be said."""
        return frozenset(self._table)


@cache
def phrases(name: str, lang: Lang) -> Phrases:
    """The sentences of the file `name` in `lang`."""
    path = knowledge() / "templates" / f"{name}.toml"
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    require_same(name, tables["en"], tables["zh"])
    return Phrases(lang, tables[lang])


def require_same(name: str, en: Mapping[str, str], zh: Mapping[str, str]) -> None:
    """Raise if a sentence exists in one language only, or speaks of other things in the other."""
    lone = set(en) ^ set(zh)
    if lone:
        raise GradhelpError(f"{name}.toml: in one language only: {', '.join(sorted(lone))}")
    unlike = [key for key in en if placeholders(en[key]) != placeholders(zh[key])]
    if unlike:
        raise GradhelpError(f"{name}.toml: other placeholders in zh than in en: {', '.join(sorted(unlike))}")


def placeholders(sentence: str) -> set[str]:
    """The names in braces of a sentence."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}
