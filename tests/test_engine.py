"""From a run to findings: complete, in both languages, and whole where one check breaks."""

import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gradhelp.checks import Candidate
from gradhelp.engine import bound_rules, findings_of
from gradhelp.facts.run import Run
from gradhelp.model.span import Frozen

Recorded = Callable[[str], Run]
RECORDINGS = sorted(path.stem for path in (Path(__file__).parent / "recordings").glob("*.jsonl"))
MARKER = re.compile(r"# expect: (?P<rule>[\w-]+)")


def expected(run: Run) -> list[tuple[str, int]]:
    (source,) = run.sources.values()
    return [(m["rule"], number) for number, text in enumerate(source.lines, 1) if (m := MARKER.search(text))]


@pytest.mark.parametrize("name", RECORDINGS)
def test_the_marked_line_is_the_first_finding(name: str, recorded: Recorded) -> None:
    run = recorded(name)
    found = findings_of(run, "en")
    assert [(finding.rule, finding.line) for finding in found[:1]] == expected(run)


@pytest.mark.parametrize("name", RECORDINGS)
def test_both_languages_say_the_same_of_the_same_places(name: str, recorded: Recorded) -> None:
    run = recorded(name)
    english, chinese = findings_of(run, "en"), findings_of(run, "zh")
    assert [(f.rule, f.file, f.line, f.severity) for f in english] == [
        (f.rule, f.file, f.line, f.severity) for f in chinese
    ]
    assert all(
        a.title != b.title and a.fixes[0].steps != b.fixes[0].steps for a, b in zip(english, chinese, strict=True)
    )


@pytest.mark.parametrize("name", RECORDINGS)
def test_a_finding_is_complete(name: str, recorded: Recorded) -> None:
    for finding in findings_of(recorded(name), "en"):
        assert finding.evidence == "live"
        assert finding.end_line >= finding.line >= 1
        assert finding.title
        assert finding.explanation
        assert finding.fixes[0].steps
        assert not finding.fixes[0].verified


@pytest.mark.parametrize("name", [name for name in RECORDINGS if not name.startswith("ok_")])
def test_a_chain_leads_from_the_parameters_to_the_loss(name: str, recorded: Recorded) -> None:
    (first, *_) = findings_of(recorded(name), "en")
    roles = [link.role for link in first.chain]
    assert roles[0] == "source"
    assert "cut" in roles or roles[-1] == "loss"
    assert "carries" not in roles[roles.index("cut") :] if "cut" in roles else True


def test_a_check_that_breaks_takes_nothing_with_it(recorded: Recorded, caplog: pytest.LogCaptureFixture) -> None:
    run = recorded("newleaf_tensor_of_losses")

    def broken(run: Run, params: Frozen) -> Iterator[Candidate]:
        raise ZeroDivisionError("on purpose")

    rules = [
        (rule, replace(spec, check=broken) if rule.id == "detach-call" else spec, params)
        for rule, spec, params in bound_rules()
    ]
    with caplog.at_level(logging.WARNING):
        found = findings_of(run, "en", rules)
    assert found == findings_of(run, "en")
    assert "check detach failed" in caplog.text


def test_a_check_that_breaks_half_way_keeps_what_it_had_found(recorded: Recorded) -> None:
    run = recorded("newleaf_tensor_of_losses")
    ((rule, spec, params),) = [bound for bound in bound_rules() if bound[0].id == "new-leaf-tensor"]

    def half(run: Run, params: Frozen) -> Iterator[Candidate]:
        for candidate in spec.check(run, params):
            assert isinstance(candidate, Candidate)
            yield candidate
            raise RuntimeError("on purpose")

    assert findings_of(run, "en", [(rule, replace(spec, check=half), params)])[0].rule == "new-leaf-tensor"


def test_no_rule_no_finding(recorded: Recorded) -> None:
    assert findings_of(recorded("newleaf_tensor_of_losses"), "en", []) == []
