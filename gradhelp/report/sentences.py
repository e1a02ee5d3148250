"""What the reports say about the run, the error and the headline: plain text, the same in every format."""

from gradhelp.model.diagnosis import Diagnosis, ErrorInfo, Finding, RunInfo
from gradhelp.report.disarm import one_line
from gradhelp.report.phrases import Phrases

LONGEST_MESSAGE = 400


def place(finding: Finding) -> str:
    """`train.py:33:21`."""
    return f"{one_line(finding.file)}:{finding.line}:{finding.column}"


def error_sentence(error: ErrorInfo) -> str:
    """`RuntimeError: element 0 of tensors does not require grad …`."""
    message = one_line(error.message)
    if len(message) > LONGEST_MESSAGE:
        message = message[: LONGEST_MESSAGE - 1] + "…"
    return f"{one_line(error.type)}: {message}" if message else one_line(error.type)


def error_with_place(error: ErrorInfo, words: Phrases) -> str:
    """The same with the line of the user's code that raised, where it is known."""
    if error.file is None or not error.line:
        return error_sentence(error)
    return words.say("error_at", error=error_sentence(error), place=f"{one_line(error.file)}:{error.line}")


def summary_parts(diagnosis: Diagnosis) -> tuple[str, str]:
    """The summary's own line, which is Markdown, and what it quotes below it (a usage message, say), which is not."""
    first, _, quoted = diagnosis.summary.strip().partition("\n")
    return first, quoted.strip("\n")


def run_parts(run: RunInfo, words: Phrases) -> list[str]:
    """What was run, with what, how it ended: first what happened, then the circumstances."""
    outcome = words.say(f"outcome_{run.outcome.replace('-', '_')}", seconds=f"{run.seconds:.1f}")
    reason = one_line(run.reason or "").rstrip(".。")
    parts = [words.say("because", outcome=outcome, reason=reason) if reason else outcome]
    if not run.executed:
        return parts
    if run.optimizer_steps:
        parts.append(words.say("steps", count=run.optimizer_steps))
    if run.python:
        parts.append(f"Python {one_line(run.python)}")
    if run.torch:
        parts.append(f"torch {one_line(run.torch)}")
    return [*parts, words.say(f"isolation_{run.isolation}")]


def run_sentence(run: RunInfo, words: Phrases) -> str:
    """All of it in one line."""
    return " · ".join(run_parts(run, words))


def count_sentence(diagnosis: Diagnosis, words: Phrases) -> str:
    """How many findings follow the first."""
    return words.say("further", count=len(diagnosis.findings) - 1)
