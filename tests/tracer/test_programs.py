"""Whole programs under the real launcher: the same output, the same exit, on every Python there is."""

from pathlib import Path

import pytest
from both import PROGRAMS, interpreters, needed_version, run_plain, run_traced, version_of

ARGUMENTS = {
    "exits": "os raise pair thread nested caught atexit broken unflushed error quit closed none zero big negative true text "
    "odd float list",
    "hooks": "plain fails leaves none deleted thread thread-plain unraisable group notes interrupt generator-exit syntax "
    "import str usual",
    "interrupts": "kill caught term dies alarm handled",
}
APART = {"surroundings_again"}
CASES = [
    (path, argument)
    for path in sorted(PROGRAMS.glob("*.py"))
    if path.stem not in APART
    for argument in ARGUMENTS.get(path.stem, "").split() or [""]
]


@pytest.mark.parametrize("python", interpreters(), ids=lambda python: "{}.{}".format(*version_of(python)))
@pytest.mark.parametrize(("program", "argument"), CASES, ids=lambda value: getattr(value, "stem", value) or "-")
def test_a_traced_program_is_the_same_program(program: Path, argument: str, python: str) -> None:
    if needed_version(program) > version_of(python):
        pytest.skip("syntax of a later Python")
    words = [program.name, *filter(None, [argument])]
    plain = run_plain(words, PROGRAMS, python, stdin="typed\nmore")
    traced = run_traced(words, PROGRAMS, python, stdin="typed\nmore")
    assert traced.outcome == plain
    assert all(event["rewritten"] for event in traced.of_kind("file"))
