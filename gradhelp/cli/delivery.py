"""Puts a diagnosis where it was asked for, in the form that was asked for."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from gradhelp.cli import stdout, terminal
from gradhelp.errors import UsageError
from gradhelp.report import to_json, to_markdown, to_text, to_text_proof

if TYPE_CHECKING:
    from gradhelp.facts.recording import Recording
    from gradhelp.model.diagnosis import Diagnosis

FORMATS = ("text", "json", "markdown")


def deliver(diagnosis: "Diagnosis", sources: Mapping[str, str], options: argparse.Namespace) -> None:
    """To standard output, or to the file of `-o`, where there are no colours."""
    if options.format == "json":
        put_json(to_json(diagnosis), options.output)
    elif options.format == "markdown":
        put(to_markdown(diagnosis, sources, options.lang), options.output)
    else:
        colour = options.output is None and stdout.colour()
        put(to_text(diagnosis, sources, options.lang, terminal.width(), colour), options.output)


def deliver_proof(diagnosis: "Diagnosis", options: argparse.Namespace) -> None:
    """What trying the fixes has shown, behind the page on standard output."""
    stdout.write(to_text_proof(diagnosis, options.lang, terminal.width(), stdout.colour()))


def put(text: str, output: str | None) -> None:
    """Text to the file `output` as UTF-8, or to standard output."""
    if output is None:
        stdout.write(text)
    else:
        _save(text, Path(output))


def put_json(text: str, output: str | None) -> None:
    """JSON likewise."""
    if output is None:
        stdout.write_json(text)
    else:
        _save(text, Path(output))


def record(recording: "Recording | None", options: argparse.Namespace) -> None:
    """The recording to the file of `--record`, if it was asked for and there is one."""
    if options.record is None:
        return
    if recording is None:
        raise UsageError(options.words.say("nothing_recorded", file=options.record))
    recording.save(Path(options.record))


def _save(text: str, path: Path) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"'{path}' cannot be written: {error.strerror or error}") from error
