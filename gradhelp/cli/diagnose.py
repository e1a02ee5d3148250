"""`gradhelp diagnose`: a script, a traceback, or both → what cut the gradient."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from gradhelp.cli import delivery, progress
from gradhelp.cli.given import STDIN, read_text
from gradhelp.cli.parser import Commands, add_command, add_delivery, add_python, count, seconds
from gradhelp.errors import UsageError
from gradhelp.report.phrases import Phrases

if TYPE_CHECKING:
    from gradhelp.diagnose import Request

TIMEOUT = 60.0


def add_parser(commands: Commands, words: Phrases) -> None:
    """Register the command."""
    parser = add_command(commands, "diagnose", words, run, usage=words.say("usage_diagnose"))
    parser.add_argument("script", metavar="SCRIPT", nargs="?", help=words.say("help_script"))
    parser.add_argument("-m", "--module", metavar="MODULE", help=words.say("help_module"))
    parser.add_argument("-t", "--traceback", metavar="FILE", help=words.say("help_traceback"))
    parser.add_argument("--no-run", action="store_true", help=words.say("help_no_run"))
    parser.add_argument("--timeout", metavar="S", type=seconds, default=TIMEOUT, help=words.say("help_timeout"))
    parser.add_argument("--steps", metavar="N", type=count, help=words.say("help_steps"))
    parser.add_argument("--record", metavar="FILE", help=words.say("help_record"))
    add_python(parser, words)
    add_delivery(parser, words, delivery.FORMATS)


def run(options: argparse.Namespace) -> int:
    """Diagnose, record if asked, deliver; the exit code is the diagnosis's own."""
    from gradhelp.diagnose import diagnose

    request = requested(options)
    with progress.shown(options.words) as on_progress:
        result = diagnose(request, on_progress=on_progress)
    delivery.deliver(result.diagnosis, result.sources, options)
    delivery.record(result.recording, options)
    return result.diagnosis.exit_code


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
        run=not options.no_run,
        python=options.python,
        timeout=options.timeout,
        steps=options.steps,
        lang=options.lang,
    )


def _require_consistent(options: argparse.Namespace) -> None:
    if options.script and options.module:
        raise UsageError(options.words.say("script_and_module"))
    if options.script == STDIN and options.traceback == STDIN:
        raise UsageError(options.words.say("stdin_twice"))
    if not (options.script or options.module or options.traceback):
        raise UsageError(options.words.say("nothing_given"))
