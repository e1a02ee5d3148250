"""`gradhelp rules`: everything that gradhelp recognises."""

import argparse
import json
from typing import TYPE_CHECKING

from gradhelp.cli import stdout, terminal
from gradhelp.cli.delivery import put, put_json
from gradhelp.cli.parser import Commands, add_command, add_delivery
from gradhelp.cli.stderr import ExitCode
from gradhelp.report.phrases import Phrases

if TYPE_CHECKING:
    from rich.table import Table

    from gradhelp.catalog import Rule
    from gradhelp.report.phrases import Lang


def add_parser(commands: Commands, words: Phrases) -> None:
    """Register the command."""
    add_delivery(add_command(commands, "rules", words, run), words, ("text", "json"))


def run(options: argparse.Namespace) -> int:
    """All rules, a family at a time."""
    from gradhelp.catalog import load_rules

    rules = sorted(load_rules(), key=lambda rule: rule.family)
    if options.format == "json":
        listed = [_entry(rule, options.lang) for rule in rules]
        put_json(json.dumps(listed, indent=2, ensure_ascii=False) + "\n", options.output)
        return ExitCode.FINE
    from gradhelp.report.text import drawn

    colour = options.output is None and stdout.colour()
    put(drawn(_table(rules, options.lang, options.words), terminal.width(), colour), options.output)
    return ExitCode.FINE


def _entry(rule: "Rule", lang: "Lang") -> dict[str, str]:
    return {"id": rule.id, "family": rule.family, "severity": rule.severity, "title": rule.title.of(lang)}


def _table(rules: "list[Rule]", lang: "Lang", words: Phrases) -> "Table":
    from rich.table import Table
    from rich.text import Text

    from gradhelp.report.prose import inline

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(words.say("column_rule"), style="cyan", no_wrap=True)
    table.add_column(words.say("column_family"), style="dim", no_wrap=True)
    table.add_column(words.say("column_title"))
    for rule in rules:
        table.add_row(Text(rule.id), Text(rule.family), inline(rule.title.of(lang)))
    return table
