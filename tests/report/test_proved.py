"""What trying the fixes has shown, as text."""

import io

from rich.console import Console

from gradhelp.model.diagnosis import Diagnosis, Finding, Fix, RunInfo
from gradhelp.report.proved import proved

DIFF = "--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\n"


def shown(*fixes: Fix) -> str:
    finding = Finding(rule="detach-call", severity="error", evidence="live", file="x.py", line=1, title="t", explanation="e",
                      fixes=list(fixes))  # fmt: skip
    console = Console(width=100, file=io.StringIO(), record=True)
    console.print(proved(Diagnosis(status="diagnosed", summary="s", findings=[finding], run=RunInfo()), "en"))
    return console.export_text()


def test_that_nothing_could_be_tried_is_said_once() -> None:
    nothing = [Fix(title=f"way {n}", steps=[], verification="No change fits.") for n in range(3)]
    text = shown(Fix(title="a", steps=[], diff=DIFF, verified=True, verification="Ran."), *nothing)
    assert text.count("No change fits.") == 1
    assert "way 0" in text
    assert "way 1" not in text


def test_every_change_is_shown_whatever_is_said_of_it() -> None:
    assert (
        shown(*(Fix(title=f"way {n}", steps=[], diff=DIFF, verification="No time.") for n in range(2))).count("+b") == 2
    )
