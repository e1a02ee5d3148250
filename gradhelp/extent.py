"""What of a run was observed and what was not, in one sentence each: knowledge/templates/extent.toml."""

from typing import Any

from gradhelp.catalog import Lang
from gradhelp.catalog.tables import template_table
from gradhelp.facts.run import Run


def extent(run: Run, lang: Lang) -> list[str]:
    """Sentences on how far a run was watched; none where all of it was."""
    said = [_where_it_ended(run, lang)]
    again, news = run.recording.last("again"), run.recording.last("news")
    if again is not None:
        said.append(_say(lang, f"again_{again.get('chosen')}", step=again.get("steps"), news=_news(again, lang)))
    elif news is not None:
        said.append(_say(lang, "missed", step=news.get("steps"), news=_news(news, lang)))
    return [sentence for sentence in said if sentence]


def _where_it_ended(run: Run, lang: Lang) -> str:
    asleep = run.recording.last("asleep") or {}
    since = int(asleep.get("steps") or 0)
    if run.stopped == "steps":
        return _say(lang, "steps", steps=run.optimizer_steps)
    if run.stopped == "nothing-new":
        quiet = run.optimizer_steps - since + int(asleep.get("patience") or 0)
        return _say(lang, "nothing_new", steps=run.optimizer_steps, quiet=quiet)
    quietly = asleep and run.recording.last("news") is None
    return _say(lang, "asleep", since=since) if quietly else ""


def _news(event: dict[str, Any], lang: Lang) -> str:
    key = "news_" + str(event.get("why")).replace("-", "_")
    return template_table("extent")[lang].get(key, template_table("extent")[lang]["news_other"])


def _say(lang: Lang, key: str, **values: object) -> str:
    return template_table("extent")[lang][key].format(**values)
