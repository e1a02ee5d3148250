"""Which fix is meant: `2` is the second of the finding that is talked about, `3.1` the first of the third finding.

Only fixes that carry a change can be written or saved; without a number the first of them is meant.
"""

import re
from dataclasses import dataclass

from gradhelp.diagnose import Result
from gradhelp.model.diagnosis import Fix

_NUMBER = re.compile(r"#?(?:(\d{1,3})\s{0,2}[.．]\s{0,2})?(\d{1,3})(?=\s|$)")
ANYWAY = frozenset({"anyway", "仍然写入"})
INSTEAD = frozenset({"instead", "改写为此"})


@dataclass(frozen=True)
class Wanted:
    """What stands behind a command: numbers from 0, None where none was given; `rest` is everything else."""

    finding: int | None = None
    fix: int | None = None
    rest: str = ""

    @property
    def anyway(self) -> bool:
        """Although it was not seen to work."""
        return bool(ANYWAY & set(self.rest.split()))

    @property
    def instead(self) -> bool:
        """In the place of what was written before."""
        return bool(INSTEAD & set(self.rest.split()))


@dataclass(frozen=True)
class Repair:
    """A fix that carries a change, and where it stands among the findings of `result`."""

    result: Result
    finding: int
    fix: int

    @property
    def told(self) -> Fix:
        """The fix as it was shown."""
        return self.result.diagnosis.findings[self.finding].fixes[self.fix]

    @property
    def diff(self) -> str:
        """Its change."""
        return self.told.diff or ""

    @property
    def address(self) -> str:
        """What to type behind a command to mean this one, whatever is talked about."""
        return address(self.finding, self.fix, len(self.result.diagnosis.findings))


def address(finding: int, fix: int, findings: int) -> str:
    """The shortest way to mean a fix: the finding need not be named where there is only one."""
    return f"{fix + 1}" if findings == 1 else f"{finding + 1}.{fix + 1}"


def wanted(argument: str) -> Wanted:
    """The numbers at the beginning of `argument`, and what follows them."""
    found = _NUMBER.match(argument.strip())
    if found is None:
        return Wanted(rest=argument.strip())
    finding = int(found[1]) - 1 if found[1] else None
    return Wanted(finding, int(found[2]) - 1, argument.strip()[found.end() :].strip())


def repairs(result: Result | None, finding: int) -> list[Repair]:
    """The fixes of one finding that carry a change."""
    findings = result.diagnosis.findings if result else []
    if result is None or not 0 <= finding < len(findings):
        return []
    return [Repair(result, finding, number) for number, fix in enumerate(findings[finding].fixes) if fix.diff]


def meant(result: Result | None, focus: int, wanted: Wanted) -> Repair | None:
    """The fix that is meant; None where it carries no change or does not exist."""
    found = repairs(result, focus if wanted.finding is None else wanted.finding)
    return next((each for each in found if wanted.fix in (None, each.fix)), None)
