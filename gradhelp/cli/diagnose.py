"""`gradhelp diagnose`: a script, a traceback, or both → what cut the gradient."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from gradhelp.cli import delivery, progress
from gradhelp.cli.given import STDIN, read_text
from gradhelp.cli.parser import Commands, add_analysis, add_command, add_delivery, add_python
from gradhelp.errors import UsageError
from gradhelp.report.phrases import Phrases

if TYPE_CHECKING:
    from gradhelp.diagnose import Request


def add_parser(commands: Commands, words: Phrases) -> None:
    """Register the command."""
    parser = add_command(commands, "diagnose", words, run, usage=words.say("usage_diagnose"))
    add_analysis(parser, words)
    parser.add_argument("--no-run", action="store_true", help=words.say("help_no_run"))
    parser.add_argument("--record", metavar="FILE", help=words.say("help_record"))
    add_python(parser, words)
    add_delivery(parser, words, delivery.FORMATS)


def run(options: argparse.Namespace) -> int:
    """Diagnose, record if asked, deliver; the exit code is the diagnosis's own.

    As text the findings are shown before their repairs are tried, so that there is something to read meanwhile.
    """
    from gradhelp.diagnose import diagnose, prove

    with progress.shown(options.words) as on_progress:
        result = diagnose(requested(options), on_progress=on_progress)
    progress.tell_what_was_observed(result, options.words)
    at_once = options.format == "text" and options.output is None and not options.no_verify and result.to_be_tried
    if at_once:
        delivery.deliver(result.untried.diagnosis, result.sources, options)
    proved = result
    if result.to_be_tried:
        with progress.shown(options.words) as on_progress:
            proved = prove(result, options.lang, run=not options.no_verify, on_progress=on_progress)
    if at_once and proved.same_order(result):
        delivery.deliver_proof(proved.diagnosis, options)
    else:
        delivery.deliver(proved.diagnosis, proved.sources, options)
    delivery.record(result.recording, options)
    return proved.diagnosis.exit_code


def requested(options: argparse.Namespace) -> "Request":
    """What the options ask for; reads standard input where `-` stands."""
    from gradhelp.diagnose import Request

    _require_consistent(options)
    words = options.words
    piped = options.script == STDIN
    return Request(
        script=Path(options.script) if options.script and not piped else None,
        module=options.module,
        source=read_text(STDIN, words) if piped else None,
        traceback=read_text(options.traceback, words) if options.traceback else None,
        args=options.args,
        run=not getattr(options, "no_run", False),
        python=options.python,
        timeout=options.timeout,
        steps=options.steps,
        lang=options.lang,
        allow_write=tuple(options.allow_write),
    )


def _require_consistent(options: argparse.Namespace) -> None:
    if options.script and options.module:
        raise UsageError(options.words.say("script_and_module"))
    if options.script == STDIN and options.traceback == STDIN:
        raise UsageError(options.words.say("stdin_twice"))
    if not (options.script or options.module or options.traceback):
        raise UsageError(options.words.say("nothing_given"))
