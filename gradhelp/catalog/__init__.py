"""The shipped knowledge as validated rules, and the rendering of their texts.

A rule is a folder of data under `knowledge/rules/<family>/<rule-id>/`; nothing here knows how a check works.
"""

from gradhelp.catalog.load import check_names, load_rules, rule
from gradhelp.catalog.render import render_alternative, render_explanation, render_fix, render_headline, render_seen
from gradhelp.catalog.rule import Alternative, Bilingual, Example, InvalidRule, Lang, Rule

__all__ = [
    "Alternative",
    "Bilingual",
    "Example",
    "InvalidRule",
    "Lang",
    "Rule",
    "check_names",
    "load_rules",
    "render_alternative",
    "render_explanation",
    "render_fix",
    "render_headline",
    "render_seen",
    "rule",
]
