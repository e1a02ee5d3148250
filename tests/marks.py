"""Lines of programs that say what is expected of them: `# expect: <rule>` ends a line that is at fault."""

import re
from pathlib import Path

from gradhelp.model.diagnosis import Diagnosis

MARKER = re.compile(r"# expect: (?P<rule>[\w-]+)")


def marked(program: Path) -> list[tuple[str, int]]:
    """Rule and line of each mark, sorted."""
    lines = enumerate(program.read_text(encoding="utf-8").splitlines(), 1)
    return sorted((rule, number) for number, line in lines for rule in MARKER.findall(line))


def blamed(diagnosis: Diagnosis) -> list[tuple[str, int]]:
    """Rule and line of all that has to change, notes aside, sorted."""
    return sorted((finding.rule, finding.line) for finding in diagnosis.findings if finding.severity != "note")
