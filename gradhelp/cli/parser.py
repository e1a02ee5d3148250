"""Argument parsing that writes through our own two streams and speaks the chosen language."""

import argparse
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from gradhelp.cli import stderr, stdout
from gradhelp.cli.stderr import ExitCode
from gradhelp.report.phrases import Phrases

TIMEOUT = 60.0
Commands = Any
"""What `add_subparsers` returns: argparse names its type only in private."""


class Parser(argparse.ArgumentParser):
    """Help to standard output, complaints to standard error, and no guessing of abbreviated options."""

    def __init__(self, *, words: Phrases, **kwargs: Any) -> None:
        self.words = words
        super().__init__(**kwargs | {"allow_abbrev": False, "add_help": False})
        self._positionals.title = words.say("arguments")
        self._optionals.title = words.say("options")
        self.add_argument("-h", "--help", action="help", help=words.say("help_help"))

    def format_usage(self) -> str:
        """The usage line, in the chosen language."""
        return super().format_usage().replace("usage: ", self.words.say("usage"), 1)

    def format_help(self) -> str:
        """The help page, in the chosen language."""
        return super().format_help().replace("usage: ", self.words.say("usage"), 1)

    def error(self, message: str) -> NoReturn:
        """Wrong usage: what is wrong, and where to read more."""
        stderr.complain(self.words.say("bad_usage", message=message, command=self.prog))
        raise SystemExit(ExitCode.USAGE)

    def _print_message(self, message: str, file: Any = None) -> None:
        if message:
            stdout.write(message)


def seconds(text: str) -> float:
    """A positive, finite number of seconds."""
    value = float(text)
    if not 0 < value < math.inf:
        raise ValueError(text)
    return value


def count(text: str) -> int:
    """A positive number of things."""
    value = int(text)
    if value <= 0:
        raise ValueError(text)
    return value


def add_shared(parser: argparse.ArgumentParser, words: Phrases, default: str | None = argparse.SUPPRESS) -> None:
    """Options that every command takes; on a command their absence must not hide what stood before it."""
    parser.add_argument("--lang", choices=("en", "zh"), default=default, help=words.say("help_lang"))
    off = False if default is None else argparse.SUPPRESS
    parser.add_argument("--debug", action="store_true", default=off, help=words.say("help_debug"))


def add_python(parser: argparse.ArgumentParser, words: Phrases, default: str | None = argparse.SUPPRESS) -> None:
    """The interpreter that runs the script."""
    parser.add_argument("--python", metavar="PATH", default=default, help=words.say("help_python"))


def add_allowing(parser: argparse.ArgumentParser, words: Phrases) -> None:
    """Where what is run may write besides its copy."""
    parser.add_argument(
        "--allow-write", metavar="PATH", type=Path, action="append", default=[], help=words.say("help_allow_write")
    )


def add_analysis(parser: argparse.ArgumentParser, words: Phrases) -> None:
    """What is analysed, and for how long."""
    parser.add_argument("script", metavar="SCRIPT", nargs="?", help=words.say("help_script"))
    parser.add_argument("-m", "--module", metavar="MODULE", help=words.say("help_module"))
    parser.add_argument("-t", "--traceback", metavar="FILE", help=words.say("help_traceback"))
    parser.add_argument("--timeout", metavar="S", type=seconds, default=TIMEOUT, help=words.say("help_timeout"))
    parser.add_argument("--steps", metavar="N", type=count, help=words.say("help_steps"))
    parser.add_argument("--no-verify", action="store_true", help=words.say("help_no_verify"))
    add_allowing(parser, words)


def add_delivery(parser: argparse.ArgumentParser, words: Phrases, formats: Sequence[str]) -> None:
    """How and where the result is shown."""
    parser.add_argument("--format", choices=formats, default=formats[0], help=words.say("help_format"))
    parser.add_argument("-o", "--output", metavar="FILE", help=words.say("help_output"))


def add_command(commands: Commands, name: str, words: Phrases, run: Any, **kwargs: Any) -> argparse.ArgumentParser:
    """A command called `name`, described by the phrase of that name, done by `run(options) -> int`."""
    about = words.say(f"about_{name}")
    made: argparse.ArgumentParser = commands.add_parser(name, help=about, description=about, words=words, **kwargs)
    made.set_defaults(run=run)
    add_shared(made, words)
    return made
