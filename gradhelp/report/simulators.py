"""Pages about simulators: one, all of them, and a recommendation. Each is Markdown, by a template.

Only the user's environment id and names come from outside; they go through the same escaping as in every report.
"""

from collections.abc import Sequence
from datetime import date
from typing import Any

from gradhelp.catalog.simulator import Simulator
from gradhelp.recommend.alternatives import alternatives
from gradhelp.recommend.code import first_lines
from gradhelp.recommend.needs import Needs
from gradhelp.recommend.rank import Choice, refusals
from gradhelp.recommend.words import say
from gradhelp.report.phrases import Lang
from gradhelp.report.templates import environment

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


def answer_markdown(simulators: Sequence[Simulator], order: Sequence[Choice], lang: Lang, today: date) -> str:
    """What is to be said of the simulators that a question names; `order`: those of them that fit, best first."""
    known = [(each, each.stale(today)) for each in simulators]
    return _rendered("simulator_answer.md.j2", lang, known=known, order=[each.simulator.name for each in order])


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
