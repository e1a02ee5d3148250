"""How many first fixes are verified, and whether the verified ones keep what each case's own repair asserts.

    python benchmarks/fixes.py CASES [--only GLOB] [--json FILE]

A case is a folder with `case.json` (its `primary` rule, None for a healthy program), `script.py` and `fixed.py`. The
assertions of `fixed.py`, with the lines that gather what they look at, are merged into the patched program, which is
then run; where the merge conflicts, the names do not allow it and the case is not counted.
"""

import argparse
import difflib
import fnmatch
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gradhelp.catalog import load_rules
from gradhelp.diagnose import Request, diagnose, prove

WORD = re.compile(r"[A-Za-z_]\w+")


def harness(script: str, fixed: str) -> str:
    """`script` with what `fixed` adds for its assertions, and nothing of its repair."""
    old, new = script.splitlines(keepends=True), fixed.splitlines(keepends=True)
    blocks = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    asserted = "".join(line for line in new if line.lstrip().startswith("assert"))
    loops = "".join(new[-12:])
    names = set(WORD.findall(asserted + loops)) - set(WORD.findall(script))
    names |= {"before", "start"}
    result: list[str] = []
    for kind, i1, i2, j1, j2 in blocks:
        added = new[j1:j2]
        if kind == "insert" and any(names & set(WORD.findall(line)) for line in added):
            result += added
        else:
            result += old[i1:i2] + [line for line in added if kind == "replace" and _gathers(line, names)]
    return "".join(result)


def _gathers(line: str, names: set[str]) -> bool:
    """Whether a line beside the repair only keeps something for the assertions."""
    target = re.match(r"\s*([\w.]+) = ", line)
    return target is not None and target[1].rpartition(".")[2] in names


def merged(patched: str, script: str, with_asserts: str, folder: Path) -> str | None:
    """The patched program with the assertions; None where both changed the same lines."""
    files = {"patched": patched, "script": script, "asserts": with_asserts}
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["git", "merge-file", "-p", "patched", "script", "asserts"], cwd=folder, capture_output=True, text=True
    )
    return done.stdout if done.returncode == 0 else None


def holds(case: Path, patched: str) -> tuple[str, str]:
    """("holds" | "breaks" | "unclear", what was said) of the case's own assertions in the patched program."""
    script, fixed = case / "script.py", case / "fixed.py"
    if not fixed.exists():
        return "unclear", "no fixed.py"
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / case.name
        shutil.copytree(case, place)
        base = script.read_text(encoding="utf-8")
        text = merged(patched, base, harness(base, fixed.read_text(encoding="utf-8")), Path(folder))
        if text is None or "assert" not in text:
            return "unclear", "the assertions do not fit in"
        (place / "script.py").write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, "script.py"], cwd=place, capture_output=True, text=True, timeout=300)
    if done.returncode == 0:
        return "holds", ""
    told = (done.stderr.strip().splitlines() or [""])[-1]
    return ("unclear" if told.startswith("NameError") else "breaks"), told[:160]


def cases(root: Path, only: str) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The cases that have a fault."""
    for path in sorted(root.rglob("case.json")):
        told = json.loads(path.read_text(encoding="utf-8"))
        if told.get("primary") and fnmatch.fnmatch(path.parent.name, only):
            yield path.parent, told


def measure(case: Path, told: dict[str, Any], asserts: bool) -> dict[str, Any]:
    """One case: the first finding, whether its first fix is verified, and whether the assertions hold."""
    command = told.get("command", ["script.py"])
    os.chdir(case)
    began = time.monotonic()
    result = diagnose(Request(script=Path(command[0]), args=tuple(command[1:])))
    seen = time.monotonic()
    result = prove(result)
    ended = time.monotonic()
    findings = result.diagnosis.findings
    fix = findings[0].fixes[0] if findings and findings[0].fixes else None
    row = {
        "id": case.name,
        "primary": told["primary"],
        "first": findings[0].rule if findings else None,
        "verified": bool(fix and fix.verified),
        "said": fix.verification if fix else "nothing found",
        "seconds": [round(seen - began, 1), round(ended - seen, 1)],
    }
    if asserts and row["verified"] and set(result.change) == {"script.py"}:
        row["asserts"], row["why"] = holds(case, result.change["script.py"])
    return row


def main() -> int:
    """Measure, print a row a case and the shares."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("cases", type=Path)
    parser.add_argument("--only", default="*")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--no-asserts", action="store_true", help="do not run the assertions of the cases")
    options = parser.parse_args()
    mechanical = {rule.id for rule in load_rules() if rule.patches or rule.alternatives}
    rows = []
    for case, told in cases(options.cases.resolve(), options.only):
        row = measure(case, told, not options.no_asserts)
        rows.append(row)
        print(
            f"{'verified' if row['verified'] else '-':<9}{row.get('asserts', ''):<8} {row['id']:<44} {row['first']} "
            f"{row['seconds']} {'' if row['verified'] else row['said']} {row.get('why', '')}",
            flush=True,
        )
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    counted = [row for row in rows if row["primary"] in mechanical]
    verified = [row for row in counted if row["verified"]]
    asserts = [row.get("asserts") for row in rows if row["verified"]]
    print(f"first fix verified: {len(verified)} of {len(counted)} with a mechanical repair ({len(rows)} faulty in all)")
    print(f"their own assertions: {asserts.count('holds')} hold, {asserts.count('breaks')} break, "
          f"{len(asserts) - asserts.count('holds') - asserts.count('breaks')} cannot be asked")  # fmt: skip
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
