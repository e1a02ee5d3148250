"""The command `gradhelp`: finds the command that is meant, runs it, and turns whatever happens into an exit code.

Nobody but `--debug` ever sees a traceback of gradhelp's own.
"""

import argparse
import contextlib
import difflib
import os
import sys
import traceback
from collections.abc import Sequence

from gradhelp import __version__
from gradhelp.cli import (
    chat,
    diagnose,
    doctor,
    explain,
    fix,
    language,
    probe,
    replay,
    rules,
    run,
    simulators,
    stderr,
    terminal,
)
from gradhelp.cli.parser import Parser, add_python, add_shared
from gradhelp.cli.stderr import ExitCode
from gradhelp.errors import GradhelpError, UsageError
from gradhelp.report.disarm import disarm
from gradhelp.report.phrases import Phrases, phrases

COMMANDS = {
    "chat": chat,
    "diagnose": diagnose,
    "fix": fix,
    "run": run,
    "rules": rules,
    "explain": explain,
    "simulators": simulators,
    "probe": probe,
    "replay": replay,
    "doctor": doctor,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code. Raises SystemExit where the arguments ask for help or make no sense."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _main(given)
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except Exception as error:
        if "--debug" in given:
            raise
        stderr.complain(f"gradhelp cannot start ({type(error).__name__}: {error}).")
        return ExitCode.NOT_ANALYSED


def _main(given: list[str]) -> int:
    own, theirs = split(given)
    words = phrases("cli", language.chosen(own, os.environ))
    parser = build(words)
    _require_command(own, parser)
    options = parser.parse_args(own)
    options.words, options.args, options.lang = words, tuple(theirs), options.lang or words.lang
    try:
        return int(_chat(options, parser) if options.run is None else options.run(options))
    except KeyboardInterrupt:
        stderr.complain(words.say("interrupted"))
        return ExitCode.INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the last resort: one sentence instead of a traceback
        return _failed(error, options)


def build(words: Phrases) -> Parser:
    """The parser of all commands, in the language of `words`."""
    parser = Parser(prog="gradhelp", description=words.say("about"), epilog=words.say("epilog"), words=words)
    parser.add_argument(
        "--version", action="version", version=f"gradhelp {__version__}", help=words.say("help_version")
    )
    parser.set_defaults(run=None)
    add_shared(parser, words, default=None)
    add_python(parser, words, default=None)
    chat.add_resume(parser, words, default=None)
    commands = parser.add_subparsers(metavar=words.say("command"), title=words.say("commands"), parser_class=Parser)
    for module in COMMANDS.values():
        module.add_parser(commands, words)
    return parser


def split(arguments: list[str]) -> tuple[list[str], list[str]]:
    """Our own arguments, and those of the script that is to be run."""
    command = next((at for at, argument in enumerate(arguments) if argument in COMMANDS), None)
    if command is not None and arguments[command] == "run":
        own, theirs = run.split(arguments[command + 1 :])
        return arguments[: command + 1] + own, theirs
    if command is not None and arguments[command] in ("diagnose", "fix", "probe") and "--" in arguments:
        end = arguments.index("--")
        return arguments[:end], arguments[end + 1 :]
    return arguments, []


def _require_command(own: list[str], parser: Parser) -> None:
    """A first word that is no command: say which was meant, or that a script wants `diagnose` before it."""
    first = next(iter(own), "-")
    if first.startswith("-") or first in COMMANDS:
        return
    if first.endswith((".py", ".ipynb")) or os.path.exists(first):
        parser.error(parser.words.say("script_alone", script=first))
    near = difflib.get_close_matches(first, COMMANDS, n=1)
    meant = parser.words.say("meant", name=near[0]) if near else ""
    parser.error(parser.words.say("unknown_command", command=first) + meant)


def _chat(options: argparse.Namespace, parser: Parser) -> int:
    if not (terminal.is_terminal(sys.stdin) and terminal.is_terminal(sys.stdout)):
        stderr.write(parser.format_help())
        return ExitCode.USAGE
    options.plain = False
    return chat.run(options)


def _failed(error: Exception, options: argparse.Namespace) -> int:
    """The sentence that the error carries, on standard error; JSON readers get it as a result, too."""
    if isinstance(error, UsageError):
        stderr.complain(str(error))
        return ExitCode.USAGE
    sentence = str(error)
    if not isinstance(error, GradhelpError):
        cause = f"{type(error).__name__}: {error}".removesuffix(": ")
        sentence = options.words.say("failed", cause=cause)
        if options.debug:
            stderr.write(disarm("".join(traceback.format_exception(error))))
    stderr.complain(sentence)
    if options.run in (diagnose.run, replay.run) and options.format == "json":
        _deliver_inconclusive(sentence, options)
    return ExitCode.NOT_ANALYSED


def _deliver_inconclusive(sentence: str, options: argparse.Namespace) -> None:
    from gradhelp.cli.delivery import deliver
    from gradhelp.model.diagnosis import Diagnosis, RunInfo

    told = disarm(sentence)
    with contextlib.suppress(UsageError):  # the file of -o cannot be written, as has been said
        deliver(Diagnosis(status="inconclusive", summary=told, run=RunInfo(reason=told)), {}, options)
