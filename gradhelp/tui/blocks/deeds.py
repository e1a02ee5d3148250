"""What can be done with the fixes of a diagnosis, as the commands that pressing a button types."""

from typing import NamedTuple

from gradhelp.chat.repairs import address
from gradhelp.diagnose import PIPED, Result


class Deeds(NamedTuple):
    """With the fixes of finding number `finding` of `findings` (from 0). `writable`: there is a file to write to."""

    finding: int
    findings: int
    writable: bool

    @classmethod
    def of(cls, result: Result, finding: int) -> "Deeds":
        """Of a result; a script that was pasted has no file."""
        return cls(finding, len(result.diagnosis.findings), PIPED not in result.sources)

    def apply(self, fix: int) -> str:
        """Write it; empty where that cannot be done."""
        return f"/apply {address(self.finding, fix, self.findings)}" if self.writable else ""

    def save(self, fix: int) -> str:
        """Keep it as a patch."""
        return f"/save {address(self.finding, fix, self.findings)}"
