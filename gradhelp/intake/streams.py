"""Takes apart what several processes wrote into one another, and takes off what stands before every line.

`documents` returns one list of lines for each writer, as that writer wrote them: ray's `(Learner pid=7)`, torchrun's
`[rank0]:`, time stamps, `trainer_1  |`, mail and Markdown quotes, the bars of exception groups.
"""

import re
from collections.abc import Iterator

from gradhelp.intake.lines import Line

WRITER = re.compile(
    r".{0,48}?(\((?:[\w.:<>-]{1,80} )?pid=\d{1,9}[^()]{0,80}\)"
    r"|\[rank ?\d{1,5}\]:|\[default\d{1,4}\]:|\[\d{1,4},\d{1,5}\]<std\w{3}>:)"
)
"""What names the process that wrote a line."""

HEADER = "Traceback (most recent call last)"
GROUP = "Exception Group " + HEADER
GROUP_BAR = re.compile(r"\s*(?:\| ?|\+ (?=Exception Group ))")
GROUP_RULE = re.compile(r"\s*\+[-+]{0,3}-{3,}")
BOX = re.compile("[│╭╰┌└┃┏]")
QUOTE = re.compile(r" {0,3}> ?(?!>> )")
PYTEST_ERROR = re.compile(r"(.{1,160}? )E {3,8}[A-Za-z_.]{1,80}(?:Error|Exception)\b")
PYTEST_MARK = re.compile(r"E {3,8}\S|_{10,80} \w|(?:_ ){10}")
QUOTE_LEVELS = 5
QUOTE_RUN = 3
LONGEST_PREFIX = 160
NUMBER = re.compile(r"(\d+)")


def documents(lines: list[Line]) -> list[list[Line]]:
    """The lines of each writer, in order of first appearance, prefixes taken off."""
    writers: dict[str, list[Line]] = {}
    for line in lines:
        found = WRITER.match(line.text) if ("=" in line.text or "]" in line.text) else None
        if found:
            end = found.end() + line.text[found.end() :].startswith(" ")
            writers.setdefault(found[1], []).append(line.cut(end))
        else:
            writers.setdefault("", []).append(line)
    return [_dedented(_unprefixed(_ungrouped(_unquoted(_dedented(document))))) for document in writers.values()]


def _unquoted(lines: list[Line]) -> list[Line]:
    """Without mail and Markdown quotes; a blank line shows where somebody else's words begin.

    A single `>` is left alone: pytest and loguru mark lines with it.
    """
    for _ in range(QUOTE_LEVELS):
        quoted = [QUOTE.match(line.text) is not None for line in lines]
        runs = list(_runs(quoted))
        if not runs:
            break
        for start, end in reversed(runs):
            rest = Line(lines[end - 1].number, "", "")
            lines[start:end] = [*(line.cut(_quote_end(line)) for line in lines[start:end]), rest]
    return lines


def _quote_end(line: Line) -> int:
    found = QUOTE.match(line.text)
    return found.end() if found else 0


def _runs(flags: list[bool]) -> Iterator[tuple[int, int]]:
    """Stretches of at least QUOTE_RUN flags that are set."""
    start = 0
    for end, flag in enumerate([*flags, False]):
        if flag:
            continue
        if end - start >= QUOTE_RUN:
            yield start, end
        start = end + 1


def _dedented(lines: list[Line]) -> list[Line]:
    """A text that is indented as a whole, and blocks of pytest's report, moved to the first column."""
    start = 0
    while start < len(lines):
        end = start
        indents = []
        while end < len(lines) and (not lines[end].text or lines[end].text[0] == " "):
            if lines[end].text:
                indents.append(len(lines[end].text) - len(lines[end].text.lstrip()))
            end += 1
        indent = min(indents, default=0)
        whole = start == 0 and end == len(lines)
        if whole or any(PYTEST_MARK.match(line.text, indent) for line in lines[start:end]):
            lines[start:end] = [line.cut(indent) for line in lines[start:end]]
        start = max(end, start + 1)
    return lines


def _ungrouped(lines: list[Line]) -> list[Line]:
    """Without the bars that an exception group draws; its rules stay, as marks between the exceptions."""
    first = next((at for at, line in enumerate(lines) if GROUP in line.text), len(lines))
    for at in range(first, len(lines)):
        line = lines[at]
        bar = GROUP_BAR.match(line.text)
        if bar:
            lines[at] = line.cut(bar.end())
        elif GROUP_RULE.match(line.text):
            lines[at] = line.cut(len(line.text) - len(line.text.lstrip()))
    return lines


def _unprefixed(lines: list[Line]) -> list[Line]:
    """Without what stands before the first words of a traceback, wherever it stands before other lines too."""
    prefixes = {at: before for at, line in enumerate(lines) if (before := _before_anchor(line.text))}
    prefix = NUMBER.split(next(iter(prefixes.values()))) if prefixes else []
    for at, line in enumerate(lines):
        if at in prefixes:
            prefix = NUMBER.split(prefixes[at])
            lines[at] = line.cut(len(prefixes[at]))
        elif prefix:
            lines[at] = line.cut(_prefix_end(prefix, line.text))
    return lines


def _prefix_end(prefix: list[str], text: str) -> int:
    """Where the prefix ends in another line, with any numbers in the place of its numbers; 0 where it is not there."""
    end = len(text) - len(text.lstrip()) if prefix[0][:1].isspace() else 0
    for at, words in enumerate(prefix):
        last = at == len(prefix) - 1
        literal = words.rstrip() if last else words if at else words.lstrip()
        if at % 2:
            number = NUMBER.match(text, end)
            if not number:
                return 0
            end = number.end()
        elif text.startswith(literal, end):
            end += len(literal)
            gap = len(words) - len(literal) if last else 0
            end += len(text[end : end + gap]) - len(text[end : end + gap].lstrip(" "))
        else:
            return 0
    return end


def _before_anchor(text: str) -> str:
    """What stands before the words with which tracebacks and their frames begin; empty where it is only blank."""
    before = _before_words(text)
    box = BOX.search(before)
    before = before[: box.start()] if box else before
    return before if before.strip("+- ") and len(before) <= LONGEST_PREFIX else ""


def _before_words(text: str) -> str:
    before, found, after = text.partition(HEADER)
    if found:
        return _without_type(before.removesuffix("Exception Group ").removesuffix("Original "))
    before, found, after = text.partition('File "')
    if found and '", line ' in after:
        return before.removesuffix("  ")
    reported = PYTEST_ERROR.match(text) if "E   " in text else None
    return reported[1] if reported else ""


def _without_type(before: str) -> str:
    """IPython puts the exception's name and a gap before the words."""
    words = before.rstrip()
    if words and before.endswith("  "):
        name = words.split()[-1]
        return words.removesuffix(name) if name.replace(".", "_").isidentifier() else before
    return before
