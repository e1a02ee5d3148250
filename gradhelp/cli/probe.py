"""`gradhelp probe ENV_ID|module:factory|file.py:factory|SCRIPT`: measures whether gradients pass through step."""

import argparse
import json
from typing import TYPE_CHECKING, Any

from gradhelp.cli import stderr, stdout, terminal
from gradhelp.cli.delivery import FORMATS, put, put_json
from gradhelp.cli.parser import Commands, add_allowing, add_command, add_delivery, add_python, seconds
from gradhelp.report.phrases import Phrases

if TYPE_CHECKING:
    from gradhelp.model.probe import ProbeResult

TIMEOUT = 60.0


def add_parser(commands: Commands, words: Phrases) -> None:
    """Register the command."""
    parser = add_command(commands, "probe", words, run, usage=words.say("usage_probe"))
    parser.add_argument("target", metavar="ENV", help=words.say("help_target"))
    parser.add_argument("--num-envs", metavar="N", type=_count, default=1, help=words.say("help_num_envs"))
    parser.add_argument("--kwargs", metavar="JSON", type=_kwargs, default={}, help=words.say("help_kwargs"))
    parser.add_argument("--action-shape", metavar="N,…", type=_shape, help=words.say("help_action_shape"))
    parser.add_argument("--no-locate", action="store_true", help=words.say("help_no_locate"))
    parser.add_argument("--timeout", metavar="S", type=seconds, default=TIMEOUT, help=words.say("help_timeout"))
    add_allowing(parser, words)
    add_python(parser, words)
    add_delivery(parser, words, FORMATS)


def run(options: argparse.Namespace) -> int:
    """Probe, deliver; 0 if gradients pass and agree, 1 if not, 3 if nothing could be measured."""
    from gradhelp.probe import ProbeRequest, probe

    request = ProbeRequest(
        target=options.target,
        kwargs=options.kwargs,
        count=options.num_envs,
        action_shape=options.action_shape,
        args=options.args,
        python=options.python,
        timeout=options.timeout,
        lang=options.lang,
        locate=not options.no_locate,
        allow_write=tuple(options.allow_write),
    )
    if stderr.is_watched():
        stderr.show_line(options.words.say("probing"))
    try:
        result = probe(request)
    finally:
        if stderr.is_watched():
            stderr.erase_line()
    _deliver(result, options)
    return result.exit_code


def _deliver(result: "ProbeResult", options: argparse.Namespace) -> None:
    from gradhelp.report.probe import probe_markdown, probe_page, summary

    if options.format == "json":
        told = {"summary": summary(result, options.lang), **json.loads(result.model_dump_json())}
        put_json(json.dumps(told, indent=2) + "\n", options.output)
    elif options.format == "markdown":
        put(probe_markdown(result, options.lang), options.output)
    else:
        from gradhelp.report.text import drawn

        colour = options.output is None and stdout.colour()
        put(drawn(probe_page(result, options.lang), terminal.width(), colour), options.output)


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


def _kwargs(text: str) -> dict[str, Any]:
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError(text)
    return value


def _shape(text: str) -> tuple[int, ...]:
    return tuple(_count(part) for part in text.split(",") if part.strip())
