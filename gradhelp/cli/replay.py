"""`gradhelp replay FILE`: explain a recorded run again, without torch and without running anything."""

import argparse
from pathlib import Path

from gradhelp.cli import delivery
from gradhelp.cli.parser import Commands, add_command, add_delivery
from gradhelp.report.phrases import Phrases


def add_parser(commands: Commands, words: Phrases) -> None:
    """Register the command."""
    parser = add_command(commands, "replay", words, run)
    parser.add_argument("recording", metavar="FILE", help=words.say("help_recording"))
    add_delivery(parser, words, delivery.FORMATS)


def run(options: argparse.Namespace) -> int:
    """Load, explain, deliver."""
    from gradhelp.diagnose import replay
    from gradhelp.facts.recording import Recording

    result = replay(Recording.load(Path(options.recording)), options.lang)
    delivery.deliver(result.diagnosis, result.sources, options)
    return result.diagnosis.exit_code
