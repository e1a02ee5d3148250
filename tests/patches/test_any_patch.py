"""Whatever a kind of edit is let loose on: its result parses, and what it does not touch stays as it was."""

import ast
import difflib
import io
import tokenize
from pathlib import Path

import pytest

from gradhelp.engine import hits_of
from gradhelp.facts.recording import Recording
from gradhelp.facts.run import Run
from gradhelp.patches import patch_names
from gradhelp.patches.registry import drafts
from gradhelp.patches.site import Project, Site

RECORDINGS = sorted((Path(__file__).parents[1] / "recordings").glob("*.jsonl"))
MOST_LINES = 24
"""What a single patch may remove or add: the twin of a function is the longest."""


def comments(text: str) -> set[str]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {token.string for token in tokens if token.type == tokenize.COMMENT}


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_any_patch_on_any_finding_gives_a_parsable_file_and_touches_little(path, caplog):
    run = Run(Recording.load(path))
    sources = run.recording.sources
    project = Project(sources)
    for hit, _ in hits_of(run):
        for name in sorted(patch_names()):
            for drafted in drafts(name, Site(run, hit.candidate, project)):
                for file, text in drafted.texts.items():
                    ast.parse(text)
                    _touches_little(name, sources[file], text)
    assert not [record.getMessage() for record in caplog.records]


def test_most_findings_have_a_change_of_their_own():
    outcomes = []
    for path in RECORDINGS:
        run = Run(Recording.load(path))
        for hit, _ in hits_of(run)[:1]:
            site = Site(run, hit.candidate, Project(run.recording.sources))
            outcomes.append(any(drafts(use.id, site) for use in hit.rule.patches))
    assert sum(outcomes) >= 0.6 * len(outcomes)


def _touches_little(name: str, before: str, after: str) -> None:
    changed = [each for each in difflib.ndiff(before.splitlines(), after.splitlines()) if each[:1] in "+-"]
    assert len(changed) <= MOST_LINES, (name, changed)
    gone = "\n".join(each[2:] for each in changed if each[0] == "-")
    lost = comments(before) - comments(after)
    assert all(comment in gone for comment in lost), (name, lost)


def test_a_file_that_does_not_parse_is_left_alone():
    run = Run(Recording.load(RECORDINGS[0]))
    broken = {file: text + "\n)(" for file, text in run.recording.sources.items()}
    for hit, _ in hits_of(run):
        for name in patch_names():
            assert drafts(name, Site(run, hit.candidate, Project(broken))) == []
