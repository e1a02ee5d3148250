"""A unified diff, put back over the texts that it was made from: what a person was shown is what is written.

Invariant: the result differs from the texts in the lines that the diff shows and in no others; a diff that does not fit
is refused as a whole.
"""

import re
from collections.abc import Iterator, Mapping

from gradhelp.catalog import Lang
from gradhelp.errors import UsageError
from gradhelp.experiments.wording import say

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@.*\n?")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_UNENDED = "\\ No newline at end of file"


def lines_of(text: str) -> list[str]:
    """Lines with their ends, split at line feeds alone: a form feed or U+2028 is a part of its line."""
    return _LINE.findall(text)


def patched(sources: Mapping[str, str], diff: str, lang: Lang) -> dict[str, str]:
    """The files that `diff` changes → their whole new texts. Raises UsageError where it does not fit `sources`."""
    try:
        return dict(_files(sources, lines_of(diff)))
    except (_Misfit, IndexError) as error:
        raise UsageError(say(lang, "misfit")) from error


class _Misfit(Exception):
    """The diff speaks of lines that are not there."""


def _files(sources: Mapping[str, str], diff: list[str]) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(diff):
        before, after = diff[at : at + 2]
        name = after.removeprefix("+++ b/").rstrip("\n")
        if not before.startswith("--- a/") or f"+++ b/{name}\n" != after or name not in sources:
            raise _Misfit(name)
        at, text = _patched_file(lines_of(sources[name]), diff, at + 2)
        yield name, text


def _patched_file(old: list[str], diff: list[str], at: int) -> tuple[int, str]:
    """The index of the first line behind the hunks of this file, and the new text."""
    new: list[str] = []
    done = 0
    while at < len(diff) and (head := _HUNK.fullmatch(diff[at])):
        removed, added = int(head[2] or 1), int(head[3] or 1)
        start = int(head[1]) - (1 if removed else 0)
        if start < done:
            raise _Misfit(head[0])
        new += old[done:start]
        at, body = _body(diff, at + 1, removed, added)
        if old[start : start + removed] != [line for sign, line in body if sign != "+"]:
            raise _Misfit(head[0])
        new += [line for sign, line in body if sign != "-"]
        done = start + removed
    return at, "".join([*new, *old[done:]])


def _body(diff: list[str], at: int, removed: int, added: int) -> tuple[int, list[tuple[str, str]]]:
    """The lines of one hunk with their signs; a context line may have lost its only blank."""
    body: list[tuple[str, str]] = []
    while removed > 0 or added > 0 or (at < len(diff) and diff[at].startswith(_UNENDED)):
        line, at = diff[at], at + 1
        if line.startswith(_UNENDED):
            body[-1] = (body[-1][0], body[-1][1].removesuffix("\n"))
            continue
        sign, rest = (" ", line) if line == "\n" else (line[0], line[1:])
        if sign not in " +-":
            raise _Misfit(line)
        removed, added = removed - (sign != "+"), added - (sign != "-")
        body.append((sign, rest))
    return at, body
