"""Topics as Markdown: an answer, a family of errors, a simulator, and what an experiment measured.

Rules have a page of their own in every front end. The texts are the shipped ones; what a program printed is fenced.
"""

from collections.abc import Iterable, Sequence

from gradhelp.catalog import Lang
from gradhelp.catalog.answer import Answer
from gradhelp.catalog.simulator import Simulator
from gradhelp.intake.families import Family
from gradhelp.report.disarm import disarm
from gradhelp.report.phrases import phrases
from gradhelp.report.tame import code, fenced, link, paragraphs
from gradhelp.retrieval.experiment import Measured
from gradhelp.retrieval.topics import Topic


def answer_page(answer: Answer, lang: Lang, here: str = "") -> str:
    """Title, what it comes to here, the answer, where it can be measured, related rules, sources."""
    words = phrases("retrieval", lang)
    measurable = words.say("measurable_md", answer=answer.id) if answer.experiment else ""
    rules = f"**{words.say('related')}** {words.say('comma').join(code(each) for each in answer.rules)}"
    return paragraphs(
        f"**{answer.title.of(lang)}**",
        here,
        answer.text.of(lang).strip(),
        measurable,
        rules if answer.rules else "",
        _references(answer.references, lang),
    )


def family_page(family: Family, lang: Lang) -> str:
    """What the error means."""
    words = phrases("retrieval", lang)
    more = words.say("error_more_md" if family.gradient else "error_other_md", family=family.id)
    return paragraphs(f"**{code(family.id)}**", family.sentence.of(lang), more)


def simulator_page(simulator: Simulator, lang: Lang) -> str:
    """What it is, and what becomes of gradients."""
    words = phrases("retrieval", lang)
    told = (simulator.gradients, simulator.torch, *simulator.limits)
    return paragraphs(
        f"**{simulator.name}**",
        simulator.summary.of(lang),
        "\n".join(f"- {each.of(lang)}" for each in told),
        words.say("simulator_more_md", name=simulator.id, checked=simulator.checked),
        _references(simulator.sources, lang),
    )


def measured_page(measured: Measured, lang: Lang) -> str:
    """The table that the experiment printed, and with which torch."""
    words = phrases("retrieval", lang)
    said = words.say("measured_md", torch=code(measured.torch), seconds=f"{measured.seconds:.1f}")
    return paragraphs(said, fenced(disarm(measured.table)))


def nearest_text(near: Sequence[Topic], lang: Lang) -> str:
    """The topics that come nearest, one a line; plain text, empty where there are none."""
    words = phrases("retrieval", lang)
    items = [words.say("nearest_item", id=each.id, title=plain(each.title.of(lang))) for each in near]
    return "\n".join([words.say("nearest"), *items]) if items else ""


def plain(title: str) -> str:
    """A title without its Markdown."""
    return title.replace("`", "").replace("**", "")


def _references(addresses: Iterable[str], lang: Lang) -> str:
    lines = "\n".join(f"- {link(address)}" for address in addresses)
    return f"**{phrases('retrieval', lang).say('references')}**\n\n{lines}"
