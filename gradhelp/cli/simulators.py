"""`gradhelp simulators`: which one fits, one of them by name, or all in a table."""

import argparse
import difflib
import json
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gradhelp.cli import stdout, terminal
from gradhelp.cli.delivery import FORMATS, put, put_json
from gradhelp.cli.parser import Commands, add_command, add_delivery
from gradhelp.cli.stderr import ExitCode
from gradhelp.errors import UsageError
from gradhelp.report.phrases import Phrases

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gradhelp.catalog.simulator import Simulator
    from gradhelp.recommend import Choice, Needs

DOMAINS = (
    "articulated", "manipulation", "locomotion", "toy", "soft", "cloth", "fluid", "kinematics", "planar",
    "multi-agent", "vision", "driving", "navigation", "optimisation", "biomechanics", "custom",
)  # fmt: skip
QUESTIONS = {
    "gradients": "--gradients", "framework": "--framework", "contacts": "--contacts", "horizon": "--horizon N",
    "parallel": "--parallel N", "device": "--gpu", "sim_to_real": "--sim-to-real",
}  # fmt: skip


def add_parser(commands: Commands, words: Phrases) -> None:
    """Register the command."""
    parser = add_command(commands, "simulators", words, run)
    parser.add_argument("name", metavar="NAME", nargs="?", help=words.say("help_simulator"))
    parser.add_argument("--all", action="store_true", help=words.say("help_all"))
    parser.add_argument("--script", metavar="SCRIPT", help=words.say("help_needs_of"))
    _add_flags(parser, words)
    parser.add_argument("--framework", choices=("torch", "jax"), help=words.say("help_framework"))
    parser.add_argument("--horizon", metavar="N", type=_count, help=words.say("help_horizon"))
    parser.add_argument("--parallel", metavar="N", type=_count, help=words.say("help_parallel"))
    device = parser.add_mutually_exclusive_group()
    for name in ("gpu", "cpu"):
        device.add_argument(f"--{name}", dest="device", action="store_const", const=name, help=words.say("help_device"))
    parser.add_argument("--platform", choices=("linux", "windows", "macos"), help=words.say("help_platform"))
    parser.add_argument("--domain", choices=DOMAINS, help=words.say("help_domain"))
    add_delivery(parser, words, FORMATS)


def _add_flags(parser: argparse.ArgumentParser, words: Phrases) -> None:
    for name in ("gradients", "contacts", "sim-to-real", "permissive"):
        key = name.replace("-", "_")
        help_text = words.say(f"help_{key}")
        parser.add_argument(f"--{name}", action=argparse.BooleanOptionalAction, default=None, help=help_text)


def run(options: argparse.Namespace) -> int:
    """Deliver the page that was asked for."""
    from gradhelp.catalog.load_simulators import load_simulators

    if options.name is not None:
        return _one(_named(options.name, load_simulators(), options), options)
    if options.all:
        return _all(load_simulators(), options)
    return _recommend(options)


def _one(simulator: "Simulator", options: argparse.Namespace) -> int:
    from gradhelp.report.simulators import simulator_markdown

    if options.format == "json":
        return _json(_entry(simulator, options), options)
    return _page(simulator_markdown(simulator, options.lang, date.today()), options)


def _all(simulators: "tuple[Simulator, ...]", options: argparse.Namespace) -> int:
    from gradhelp.report.simulators import table_markdown
    from gradhelp.report.simulators_table import table

    if options.format == "json":
        return _json([_entry(each, options) for each in simulators], options)
    if options.format == "markdown":
        put(table_markdown(simulators, options.lang), options.output)
        return ExitCode.FINE
    return _drawn(table(simulators, options.lang), options)


def _recommend(options: argparse.Namespace) -> int:
    from gradhelp.recommend import choices
    from gradhelp.report.simulators import recommendation_markdown

    needs = _needs(options)
    found = choices(needs)
    if options.format == "json":
        return _json(_recommendation(needs, found, options), options)
    missing = " ".join(f"`{option}`" for key, option in QUESTIONS.items() if getattr(needs, key) is None)
    return _page(recommendation_markdown(needs, found, missing, options.lang, date.today()), options)


def _needs(options: argparse.Namespace) -> "Needs":
    from gradhelp.recommend import Needs

    said = Needs(
        gradients=options.gradients, framework=options.framework, contacts=options.contacts, horizon=options.horizon,
        parallel=options.parallel, device=options.device, platform=options.platform, sim_to_real=options.sim_to_real,
        permissive=options.permissive, domain=options.domain,
    )  # fmt: skip
    if options.script is None:
        return said
    from gradhelp.intake.script import read_script
    from gradhelp.recommend.setting import needs_of_source

    return said.over(needs_of_source(read_script(Path(options.script), options.lang)))


def _named(name: str, known: "tuple[Simulator, ...]", options: argparse.Namespace) -> "Simulator":
    from gradhelp.recommend.mentions import named
    from gradhelp.recommend.words import say

    found = named(name, known)
    if found is not None:
        return found
    near = difflib.get_close_matches(name.lower(), [each.id for each in known], n=3, cutoff=0.5)
    meant = say(options.lang, "did_you_mean", names=", ".join(near)) if near else ""
    raise UsageError(say(options.lang, "unknown_simulator", name=name) + meant)


def _recommendation(needs: "Needs", found: "list[Choice]", options: argparse.Namespace) -> dict[str, Any]:
    from gradhelp.recommend.alternatives import alternatives
    from gradhelp.recommend.code import first_lines
    from gradhelp.recommend.rank import recommendation

    told = recommendation(needs, options.lang).model_dump()
    for choice, entry in zip(found, told["choices"], strict=True):
        simulator = choice.simulator
        entry |= {"id": simulator.id, "checked": simulator.checked.isoformat(), "install": simulator.install}
        entry["code"] = first_lines(simulator, needs)
    instead = [
        {"id": a.id, "name": a.name.of(options.lang), "when": a.when.of(options.lang)} for a in alternatives(needs)
    ]
    return told | {"instead": instead}


def _entry(simulator: "Simulator", options: argparse.Namespace) -> dict[str, Any]:
    """The catalogue's own fields, texts in the chosen language."""
    return {key: _in_language(value, options.lang) for key, value in simulator.model_dump(mode="json").items()}


def _in_language(value: Any, lang: str) -> Any:
    if isinstance(value, list):
        return [_in_language(each, lang) for each in value]
    if isinstance(value, dict):
        if value.keys() == {"en", "zh"}:
            return value[lang]
        return {key: _in_language(each, lang) for key, each in value.items()}
    return value


def _page(markdown: str, options: argparse.Namespace) -> int:
    if options.format == "markdown":
        put(markdown, options.output)
        return ExitCode.FINE
    from gradhelp.report.prose import Prose

    return _drawn(Prose(markdown), options)


def _drawn(renderable: "RenderableType", options: argparse.Namespace) -> int:
    from gradhelp.report.text import drawn

    colour = options.output is None and stdout.colour()
    put(drawn(renderable, terminal.width(), colour), options.output)
    return ExitCode.FINE


def _json(value: Any, options: argparse.Namespace) -> int:
    put_json(json.dumps(value, indent=2, ensure_ascii=False) + "\n", options.output)
    return ExitCode.FINE


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value
