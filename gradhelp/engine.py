"""Rules × facts → findings in the order of blame. A check that breaks costs its own finding, never the others'."""

import logging
from collections.abc import Mapping, Sequence
from functools import cache

from pydantic import ValidationError

from gradhelp.blame import Hit, order
from gradhelp.catalog import Lang, Rule, load_rules, render_explanation, render_fix, render_headline
from gradhelp.chain import chain_of
from gradhelp.checks import Candidate, CheckSpec, all_checks
from gradhelp.errors import GradhelpError
from gradhelp.facts.run import Run
from gradhelp.model.diagnosis import Finding, Fix, Severity
from gradhelp.model.span import Frozen

LOG = logging.getLogger(__name__)


@cache
def bound_rules() -> tuple[tuple[Rule, CheckSpec, Frozen], ...]:
    """Every rule with its check and its validated parameters."""
    bound = []
    for rule in load_rules():
        spec = all_checks().get(rule.check)
        if spec is None:
            raise GradhelpError(f"{rule.folder / 'rule.toml'}: there is no check named '{rule.check}'.")
        try:
            bound.append((rule, spec, spec.params(**rule.params)))
        except ValidationError as error:
            first = error.errors()[0]
            key = ".".join(map(str, first["loc"]))
            raise GradhelpError(f"{rule.folder / 'rule.toml'}: [check] {key}: {first['msg']}.") from error
    return tuple(bound)


def findings_of(run: Run, lang: Lang, rules: Sequence[tuple[Rule, CheckSpec, Frozen]] | None = None) -> list[Finding]:
    """All findings of a run, first what to change first."""
    return [finding_of(run, hit, severity, lang) for hit, severity in hits_of(run, rules)]


def hits_of(run: Run, rules: Sequence[tuple[Rule, CheckSpec, Frozen]] | None = None) -> list[tuple[Hit, Severity]]:
    """What the rules' checks found in a run, in the order of blame."""
    hits: list[Hit] = []
    for rule, spec, params in bound_rules() if rules is None else rules:
        try:
            hits.extend(Hit(rule, candidate) for candidate in spec.check(run, params))
        except Exception:  # one broken check must not take the others' findings with it
            LOG.warning("check %s failed", spec.name, exc_info=True)
    return order(hits)


def finding_of(run: Run, hit: Hit, severity: Severity, lang: Lang) -> Finding:
    """A hit in the user's language."""
    rule, evidence = hit.rule, hit.candidate.evidence
    title, steps = render_fix(rule, evidence, lang)
    where = evidence.where
    return Finding(
        rule=rule.id,
        severity=severity,
        evidence=evidence.kind,
        file=where.file,
        line=where.line,
        column=where.column,
        end_line=where.end_line or where.line,
        end_column=where.end_column or where.column,
        code=where.code,
        title=render_headline(rule, evidence, lang),
        explanation=render_explanation(rule, evidence, lang),
        chain=chain_of(run, hit.candidate) if isinstance(hit.candidate, Candidate) else [],
        fixes=[Fix(title=title, steps=steps, verification=NOT_VERIFIED[lang])],
        references=list(rule.references),
    )


NOT_VERIFIED: Mapping[Lang, str] = {
    "en": "The change was not tried.",
    "zh": "没有试运行过这一修改。",
}
