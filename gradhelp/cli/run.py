"""`gradhelp run SCRIPT ARGS…`: the script as without gradhelp, and at the end what was wrong with its gradients.

The script has its own standard streams and its own exit code; what is explained goes to standard error, so that the
script's output stays what it was.
"""

import argparse
from pathlib import Path

from gradhelp.cli import delivery, stderr, terminal
from gradhelp.cli.parser import Commands, add_command, add_python
from gradhelp.cli.stderr import ExitCode
from gradhelp.errors import UsageError
from gradhelp.report import to_text
from gradhelp.report.phrases import Phrases

VALUED = ("--lang", "--python", "--record")
"""The options that are followed by a value: needed to find where the script's own arguments begin."""


def add_parser(commands: Commands, words: Phrases) -> None:
    """Register the command."""
    parser = add_command(commands, "run", words, run, usage=words.say("usage_run"))
    parser.add_argument("script", metavar="SCRIPT", nargs="?", help=words.say("help_script_in_place"))
    parser.add_argument("-m", "--module", metavar="MODULE", help=words.say("help_module"))
    parser.add_argument("--record", metavar="FILE", help=words.say("help_record"))
    add_python(parser, words)


def split(arguments: list[str]) -> tuple[list[str], list[str]]:
    """The arguments up to the script, and the script's own: whatever follows it, as with `python SCRIPT …`."""
    at = 0
    while at < len(arguments):
        argument = arguments[at]
        if argument in ("-m", "--module"):
            return arguments[: at + 2], arguments[at + 2 :]
        if argument == "-" or not argument.startswith("-"):
            return arguments[: at + 1], arguments[at + 1 :]
        at += 2 if argument in VALUED else 1
    return arguments, []


def run(options: argparse.Namespace) -> int:
    """Run in place, explain, and end as the script has ended."""
    from gradhelp.diagnose import Request, diagnose

    if not (options.script or options.module):
        raise UsageError(options.words.say("nothing_to_run"))
    script = Path(options.script) if options.script else None
    request = Request(
        script=script,
        module=options.module,
        source=None,
        traceback=None,
        args=options.args,
        python=options.python,
        lang=options.lang,
        in_place=True,
    )
    result = diagnose(request)
    stderr.write("\n" + to_text(result.diagnosis, result.sources, options.lang, terminal.width(), stderr.colour()))
    delivery.record(result.recording, options)
    return _shell_code(result.script_exit_code)


def _shell_code(code: int | None) -> int:
    """What a shell would say: 128 and the signal for a script that was killed."""
    if code is None:
        return ExitCode.NOT_ANALYSED
    return code if code >= 0 else 128 - code
