"""The slash commands by name, for palettes, completion and menus. What they do is for the conversation to know."""

from typing import NamedTuple


class Slash(NamedTuple):
    """`about` is the key of the phrase that says what it does; `wants`: it makes no sense without an argument."""

    name: str
    about: str
    wants: bool = False


COMMANDS = (
    Slash("/script", "cmd_script"),
    Slash("/traceback", "cmd_traceback"),
    Slash("/run", "cmd_run"),
    Slash("/prints", "cmd_prints"),
    Slash("/why", "cmd_why"),
    Slash("/fix", "cmd_fix"),
    Slash("/chain", "cmd_chain"),
    Slash("/finding", "cmd_finding", wants=True),
    Slash("/apply", "cmd_apply"),
    Slash("/undo", "cmd_undo"),
    Slash("/save", "cmd_save"),
    Slash("/copy", "cmd_copy"),
    Slash("/export", "cmd_export"),
    Slash("/simulators", "cmd_simulators"),
    Slash("/probe", "cmd_probe", wants=True),
    Slash("/rules", "cmd_rules"),
    Slash("/again", "cmd_again"),
    Slash("/stop", "cmd_stop"),
    Slash("/history", "cmd_history"),
    Slash("/lang", "cmd_lang", wants=True),
    Slash("/theme", "cmd_theme"),
    Slash("/new", "cmd_new"),
    Slash("/help", "cmd_help"),
    Slash("/quit", "cmd_quit"),
)


def starting(text: str) -> list[Slash]:
    """The commands that begin as `text` does; none once an argument has been begun."""
    typed = text.lower()
    return [each for each in COMMANDS if each.name.startswith(typed)] if typed.startswith("/") else []
