"""Reads what the user pasted: any layout of traceback, or only a message, with prose and code round it.

Never raises, whatever the text, and takes time in proportion to its length.
"""

from collections.abc import Sequence

from gradhelp.intake import bare
from gradhelp.intake.assemble import Assembler, Traceback
from gradhelp.intake.choose import NO_END, Reading, choose, read_family
from gradhelp.intake.families import Family
from gradhelp.intake.fragment import looks_like_script
from gradhelp.intake.leftover import code_beside
from gradhelp.intake.lines import Line, read_lines
from gradhelp.intake.paste import Frame, Paste
from gradhelp.intake.streams import documents
from gradhelp.intake.wrapping import unwrap
from gradhelp.model.diagnosis import ErrorInfo

UNKNOWN = "unknown"
"""Family of an error that knowledge/errors.toml does not describe."""
MESSAGE_LIMIT = 4000


def read_paste(text: str) -> Paste:
    """What a pasted text says: the error to talk about, its frames, and code pasted along."""
    lines = read_lines(text)
    readings, cleaned = _readings(lines)
    chosen = choose(readings)
    tracebacks = [reading.traceback for reading in readings]
    code = code_beside(lines, tracebacks)
    if chosen is None or chosen.rank == NO_END:
        return _without_error(cleaned, tracebacks, chosen, code)
    also = [_info(each.traceback, each.family) for each in readings if each is not chosen and each.traceback.type]
    return _paste(
        _info(chosen.traceback, chosen.family), chosen.family, chosen.traceback.frames, tracebacks, code, also
    )


def _readings(lines: list[Line]) -> tuple[list[Reading], list[Line]]:
    """Every traceback of every writer, and the lines as they were read."""
    readings: list[Reading] = []
    cleaned: list[Line] = []
    chain = 0
    for writer, document in enumerate(documents(lines)):
        whole = unwrap(document)
        cleaned += whole
        found = Assembler(whole, chain).read()
        chain = max([chain, *(traceback.chain for traceback in found)])
        readings += [Reading(traceback, read_family(traceback), writer) for traceback in found]
    return readings, cleaned


def _without_error(lines: Sequence[Line], tracebacks: Sequence[Traceback], chosen: Reading | None, code: str) -> Paste:
    """No traceback ends in an error: look for a lone message, unless the whole text is a program."""
    frames = chosen.traceback.frames if chosen else []
    is_program = not frames and looks_like_script("\n".join(line.raw for line in lines))
    found = None if is_program else bare.find(lines)
    if found:
        raised, family = found
        ending = Traceback(0, 0, 0, frames=frames, type=raised.type, message=raised.message)
        return _paste(_info(ending, family), family, frames, tracebacks, code, [])
    error = _info(chosen.traceback, None) if chosen and frames else None
    return _paste(error, None, frames, tracebacks, code, [])


def _paste(
    error: ErrorInfo | None,
    family: Family | None,
    frames: Sequence[Frame],
    tracebacks: Sequence[Traceback],
    code: str,
    also: Sequence[ErrorInfo],
) -> Paste:
    forward = next((traceback.frames for traceback in reversed(tracebacks) if traceback.forward), [])
    consequence = family is not None and family.specificity == "consequence"
    return Paste(
        error=error,
        frames=tuple(frames),
        frames_all=sum(len(traceback.frames) for traceback in tracebacks),
        forward_frames=tuple(forward),
        also=tuple(also),
        gradient_problem=None if family is None or consequence else family.gradient,
        one_liner=family.id if family and not family.gradient else None,
        code=code,
    )


def _info(traceback: Traceback, family: Family | None) -> ErrorInfo:
    place = next((frame for frame in reversed(traceback.frames) if frame.user), None)
    return ErrorInfo(
        family=family.id if family else UNKNOWN,
        type=traceback.type,
        message=traceback.message[:MESSAGE_LIMIT],
        file=place.file if place else None,
        line=place.line if place else None,
        frames=len(traceback.frames),
    )
