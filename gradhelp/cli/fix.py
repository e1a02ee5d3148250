"""`gradhelp fix`: the change that repairs a script, seen to work; with `--write` it is applied."""

import argparse
import shlex
from typing import TYPE_CHECKING

from gradhelp.cli import delivery, progress, stderr, stdout, terminal
from gradhelp.cli.diagnose import requested
from gradhelp.cli.given import STDIN
from gradhelp.cli.parser import Commands, add_analysis, add_command, add_python
from gradhelp.errors import UsageError
from gradhelp.report import to_text_fix
from gradhelp.report.phrases import Phrases

if TYPE_CHECKING:
    from gradhelp.diagnose import Result


def add_parser(commands: Commands, words: Phrases) -> None:
    """Register the command."""
    parser = add_command(commands, "fix", words, run, usage=words.say("usage_fix"))
    add_analysis(parser, words)
    parser.add_argument("--write", action="store_true", help=words.say("help_write"))
    add_python(parser, words)


def run(options: argparse.Namespace) -> int:
    """Diagnose, try, show; write if that was asked for. The exit code is the diagnosis's own."""
    from gradhelp.diagnose import diagnose, prove

    if options.write and options.script == STDIN:
        raise UsageError(options.words.say("fix_stdin"))
    with progress.shown(options.words) as on_progress:
        result = diagnose(requested(options), on_progress=on_progress)
        result = prove(result, options.lang, run=not options.no_verify, on_progress=on_progress)
    progress.tell_what_was_observed(result, options.words)
    if not any(finding.severity != "note" for finding in result.diagnosis.findings):
        delivery.put(f"{result.diagnosis.summary}\n" if not options.write else "", None)
        stderr.complain(options.words.say("fix_none"))
        return result.diagnosis.exit_code
    stdout.write(to_text_fix(result.diagnosis, options.lang, terminal.width(), stdout.colour()))
    if options.write:
        _write(result, options)
    return result.diagnosis.exit_code


def _write(result: "Result", options: argparse.Namespace) -> None:
    """Apply the change if it was seen to work, or if the user did not want it tried."""
    from gradhelp.experiments.apply import apply

    words = options.words
    if not result.change or result.plan is None:
        stderr.complain(words.say("fix_no_change"))
        return
    if not result.diagnosis.findings[0].fixes[0].verified and not options.no_verify:
        stderr.complain(words.say("fix_unproved"))
        return
    written = apply(result.plan, result.sources, result.change, options.lang)
    undo = " && ".join(f"mv -f -- {shlex.quote(str(each.backup))} {shlex.quote(str(each.path))}" for each in written)
    stdout.write(words.say("fix_written", files=", ".join(str(each.path) for each in written)) + "\n")
    stdout.write(words.say("fix_undo", command=undo) + "\n")
