"""The rules under test, of every family, and the evidence that each one's templates may use.

A family that is not shipped yet waits in `knowledge/rules_draft`, laid out as `knowledge/rules` is, and is held to the
same tests.
"""

from gradhelp.catalog import Rule, load_rules
from gradhelp.catalog.load import load_folder
from gradhelp.checks import all_checks
from gradhelp.model.evidence import Observation
from gradhelp.paths import knowledge

DRAFTS = knowledge() / "rules_draft"
_DRAFT_FAMILIES: tuple[str, ...] = ()

RULES: tuple[Rule, ...] = load_rules() + tuple(
    load_folder(path.parent) for family in _DRAFT_FAMILIES for path in sorted(DRAFTS.glob(f"{family}/*/rule.toml"))
)


def evidence_of(rule: Rule) -> type[Observation]:
    """The evidence class of the rule's check."""
    return all_checks()[rule.check].evidence
