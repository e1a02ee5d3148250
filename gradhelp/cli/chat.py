"""`gradhelp chat`, and `gradhelp` alone: the chat in the terminal, or line by line."""

import argparse
import io
import os
import sys

from gradhelp.cli import stderr, stdout, terminal
from gradhelp.cli.parser import Commands, add_command, add_python
from gradhelp.cli.stderr import ExitCode
from gradhelp.report.phrases import Phrases

PICK = "pick"


def add_parser(commands: Commands, words: Phrases) -> None:
    """Register the command."""
    parser = add_command(commands, "chat", words, run)
    parser.add_argument("--plain", action="store_true", help=words.say("help_plain"))
    add_resume(parser, words)
    add_python(parser, words, default=argparse.SUPPRESS)


def add_resume(parser: argparse.ArgumentParser, words: Phrases, default: object = argparse.SUPPRESS) -> None:
    """Go on with an earlier conversation."""
    parser.add_argument("--resume", metavar="ID", nargs="?", const=PICK, default=default, help=words.say("help_resume"))


def run(options: argparse.Namespace) -> int:
    """Open the chat that this terminal can show."""
    both = terminal.is_terminal(sys.stdin) and terminal.is_terminal(sys.stdout)
    if options.plain or (both and not _can_draw()):
        return _plain(options, echo=both)
    if not both:
        stderr.complain(options.words.say("chat_no_terminal"))
        return ExitCode.USAGE
    from gradhelp.tui.opening import run_app

    return run_app(options.lang, options.python, options.resume or "")


def _can_draw() -> bool:
    """Whether boxes can be drawn here; one that is spelt out in ASCII is wider than its place."""
    try:
        "╭▌╳".encode(terminal.encoding(sys.stdout))
    except UnicodeEncodeError:
        return False
    return os.environ.get("TERM") != "dumb"


def _plain(options: argparse.Namespace, *, echo: bool) -> int:
    from gradhelp.chat import Conversation
    from gradhelp.plain import PlainChat, Screen, messages, more_on
    from gradhelp.transcripts import document

    screen = Screen(stdout.write, stderr.write, terminal.width(), stdout.colour(), prompt=echo)
    chat = PlainChat(Conversation(lang=options.lang, python=options.python, document=document), screen)
    chat.begin(options.resume or "")
    if isinstance(sys.stdin, io.TextIOWrapper):
        # What is piped in may be no text of this locale.
        sys.stdin.reconfigure(errors="replace")
    chat.converse(messages(sys.stdin, more_on(sys.stdin)) if sys.stdin is not None else ())
    return ExitCode.FINE
