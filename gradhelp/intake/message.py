"""The line in which a traceback ends, and how far its message goes on below it."""

import re
from collections.abc import Sequence

from gradhelp.intake import cpython
from gradhelp.intake.families import is_whole
from gradhelp.intake.lines import Line
from gradhelp.intake.tokens import Raised

ERROR_LINE = re.compile(
    r"(\s*+)(?:[`*]{1,3})?([^\W\d]\w*+(?:\.[^\W\d]\w*+)*+(?:\([\w.]{1,120}\))?)[`*]{0,3}(?:: ?(.*))?$"
)
ERROR_NAME = re.compile(
    r"(?:Error|Exception|Interrupt|Exit|Warning|Timeout|Failed|Failure|Abort(?:ed)?|Needed|Group|NotFound"
    r"|NotInstalled|Iteration|Traceback|Invalid|Missing|Died|OutOfMemory)$"
)
NO_ERROR = re.compile(
    r"(?:Epoch|Episode|Step|Iteration|Iter|Hint|Note|Notice|File|Loss|Reward|Process|Warning|Info|Debug|Error|Time|Total"
    r"|Traceback|Training|Using|Loading|Saving|Device|Cell|Input)$"
)
"""Words that begin a line of a log, not an error."""
STOP = re.compile(
    r"```|~~~|[=_*#-]{5,}|>>> |\.\.\. |In \[|Out\[|Cell In|\$ |PS [A-Z]:|[A-Za-z]:\\[^>]{0,200}>|"
    r"\(?[\w.-]{0,40}\)? ?[\w.-]{1,40}@[\w.-]{1,60}[:~ ]|\([\w.-]{1,40}\) (?:\$|➜|C:)"
    r"|Process \w{1,40}|Exception in thread|Original exception was"
    r"|.{0,60}\d%\||[\w ]{1,20}\d{1,9}%"
    r"|Exception ignored"
    r"|[EWIF]\d{4} |\[?\d{4}-\d\d-\d\d|(?:INFO|WARNING|DEBUG|ERROR|CRITICAL)\b|wandb:|srun: |Aborted|Segmentation fault"
    r"|Set the environment variable HYDRA|(?:During handling|The above exception)|[╭╰│+]|E   |FAILED |\d{1,9} frames?$"
    r"|import \w|from [\w.]{1,80} import|(?:async )?def \w|class \w{1,80}[(:]|print\(|return |#|@\w|NOTE:"
    r"|[\w.]{1,60} = "
    r"|(?:if|for|while|with) .{0,300}:$|try:$"
    r"|To (?:execute|exit)|You may need to restart|\(Triggered internally"
)
CJK = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
CONTINUED_BEHIND_BLANK = re.compile(r"Element '|CUDA kernel errors|Hint: ")
MESSAGE_LINES = 60
SHORTEST_WRAPPED = 50


def error_at(lines: Sequence[Line], at: int, indent: int, *, sure: bool) -> tuple[Raised, int] | None:
    """The error and the index behind its message. `sure`: any capitalised name counts, for it follows the frames."""
    found = ERROR_LINE.match(lines[at].text)
    if not found or len(found[1]) > indent or not _is_error_name(found[2], found[3] is not None, sure):
        return None
    pieces, end = _message(lines, at, found[3] or "", len(found[1]))
    if pieces[-1].endswith(" raised:") and end < len(lines) and is_typed(lines[end].text):
        return error_at(lines, end, indent, sure=True)
    cut = not any(line.text.strip() for line in lines[end:])
    return Raised(found[2], join(pieces, len(lines[at].text) - len(found[3] or "")), cut), end


def is_typed(text: str) -> re.Match[str] | None:
    """Whether a lone line reads as an error: its name says so, and there is a message."""
    found = ERROR_LINE.match(text)
    return found if found and found[3] and ERROR_NAME.search(found[2].partition("(")[0]) else None


def _is_error_name(name: str, has_message: bool, sure: bool) -> bool:
    last = name.partition("(")[0].rpartition(".")[2]
    if NO_ERROR.match(name):
        return False
    if ERROR_NAME.search(last):
        return True
    if not sure:
        return False
    return (last[0].isupper() and not last.isupper()) or (last == "error" or ("." in name and has_message))


def _message(lines: Sequence[Line], at: int, first: str, indent: int) -> tuple[list[str], int]:
    """The lines of a message that begins in line `at`."""
    pieces = [first]
    end = at + 1
    while end < len(lines) and len(pieces) < MESSAGE_LINES and not is_whole(pieces[-1]):
        text = lines[end].text
        behind_blank = not text and end + 1 < len(lines) and CONTINUED_BEHIND_BLANK.match(lines[end + 1].text)
        if not behind_blank and not _continues(lines, end, first):
            break
        pieces.append(text[indent:] if not text[:indent].strip() else text)
        end += 1
    return pieces, end


def _continues(lines: Sequence[Line], at: int, first: str) -> bool:
    text = lines[at].text
    bare = text.lstrip()
    if not bare or cpython.header(lines, at) or cpython.CALL.match(text) or is_typed(bare):
        return False
    return not ends_before(bare, first)


def ends_before(text: str, message: str) -> bool:
    """Whether a line below a message is no part of it: a prompt, a log, code, a known end, another language."""
    return STOP.match(text) is not None or is_whole(message) or (bool(CJK.search(text)) and not CJK.search(message))


def join(pieces: list[str], lead: int = 0) -> str:
    """The message as it was before a screen or mail program wrapped it; a message of several lines keeps them."""
    lengths = [len(piece) for piece in pieces]
    lengths[0] += lead
    width = max(lengths)
    wrapped = len(pieces) > 1 and width >= SHORTEST_WRAPPED
    for at in range(len(pieces) - 1):
        following = pieces[at + 1].split(None, 1)
        wrapped = wrapped and bool(following) and not pieces[at + 1][:1].isspace()
        wrapped = wrapped and lengths[at] + 1 + len(following[0]) > width
    return (" " if wrapped else "\n").join(piece.rstrip() for piece in pieces).strip()
