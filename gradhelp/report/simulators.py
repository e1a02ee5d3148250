"""Pages about simulators: one, all of them, and a recommendation. Each is Markdown by a template, and text from that.

Only the user's environment id and names come from outside; they go through the same escaping as in every report.
"""

from collections.abc import Sequence
from datetime import date
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from gradhelp.catalog.simulator import Simulator
from gradhelp.recommend.alternatives import alternatives
from gradhelp.recommend.code import first_lines
from gradhelp.recommend.needs import Needs
from gradhelp.recommend.rank import Choice, refusals
from gradhelp.recommend.words import say
from gradhelp.report.markdown import environment
from gradhelp.report.phrases import Lang
from gradhelp.report.prose import Prose

COLUMNS = ("name", "gradient", "torch", "contacts", "parallel", "hardware", "licence", "maintenance", "checked")
ALTERNATIVES_SHOWN = 3


def simulator_markdown(simulator: Simulator, lang: Lang, today: date) -> str:
    """Everything that is known of one simulator, with the date of the check."""
    return _rendered("simulator.md.j2", lang, s=simulator, facts=_facts(simulator, lang), stale=simulator.stale(today))


def recommendation_markdown(needs: Needs, found: Sequence[Choice], missing: str, lang: Lang, today: date) -> str:
    """The needs, the choices with their reasons, and what to do instead. `missing`: options that would say more."""
    fitting = [(each, first_lines(each.simulator, needs)) for each in found]
    return _rendered(
        "simulators.md.j2",
        lang,
        needs=needs.listed(lang),
        choices=fitting,
        refusals=refusals(needs, lang),
        alternatives=alternatives(needs) if not found else alternatives(needs)[:ALTERNATIVES_SHOWN],
        missing=missing,
        today=today,
        wanted=needs.gradients,
    )


def table_markdown(simulators: Sequence[Simulator], lang: Lang) -> str:
    """All of them, a row each."""
    head = [say(lang, f"column_{column}") for column in COLUMNS]
    rows = [[_cell(text) for text in row(each, lang)] for each in simulators]
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def table(simulators: Sequence[Simulator], lang: Lang) -> RenderableType:
    """The same for a terminal."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in COLUMNS:
        made.add_column(say(lang, f"column_{column}"), style="cyan" if column == "name" else "", overflow="fold")
    for each in simulators:
        made.add_row(*(Text(text) for text in row(each, lang)))
    return made


def page(markdown: str) -> RenderableType:
    """A page of this module for a terminal."""
    return Prose(markdown)


def row(simulator: Simulator, lang: Lang) -> list[str]:
    """The cells of one simulator, in the order of COLUMNS."""
    return [
        simulator.name,
        say(lang, f"gradient_{simulator.gradient}"),
        say(lang, f"torch_{simulator.torch_action}"),
        say(lang, f"contacts_{simulator.contacts}"),
        str(simulator.parallel),
        " ".join(simulator.hardware),
        simulator.licence,
        say(lang, f"maintenance_{simulator.maintenance}"),
        simulator.checked.isoformat(),
    ]


def _facts(simulator: Simulator, lang: Lang) -> list[tuple[str, str]]:
    told = {
        "version": simulator.version,
        "frameworks": ", ".join(simulator.frameworks),
        "gradient": say(lang, f"gradient_{simulator.gradient}"),
        "contacts": say(lang, f"contacts_{simulator.contacts}"),
        "parallel": str(simulator.parallel),
        "hardware": ", ".join(simulator.hardware),
        "platforms": ", ".join(simulator.platforms),
        "licence": simulator.licence,
        "maintenance": say(lang, f"maintenance_{simulator.maintenance}"),
    }
    return [(say(lang, f"fact_{key}"), value) for key, value in told.items()]


def _rendered(template: str, lang: Lang, **values: Any) -> str:
    def tell(key: str, **placeholders: object) -> str:
        return say(lang, key, **placeholders)

    return environment().get_template(template).render(say=tell, lang=lang, **values).strip() + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
