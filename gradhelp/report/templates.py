"""The jinja environment of `knowledge/templates/`.

Whatever a template prints is escaped as plain text unless a filter has made it safe. jinja's own autoescape knows only
HTML, hence `finalize`.
"""

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from gradhelp.paths import knowledge
from gradhelp.report.tame import code, escape, fenced, item, link, tamed, tamed_line


@cache
def environment() -> Environment:
    """Templates where everything is plain text until a filter says otherwise."""
    made = Environment(
        loader=FileSystemLoader(knowledge() / "templates"),
        finalize=escape,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    for each in (code, fenced, tamed, tamed_line, item, link):
        made.filters[each.__name__] = each
    return made
