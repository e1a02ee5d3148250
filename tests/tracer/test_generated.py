"""A traced program prints, raises and reports what the plain one does, whatever the program."""

import contextlib
import io
import linecache
import sys
import traceback
from types import CodeType
from typing import Any

import pytest
from both import ADDRESS, run_plain, run_traced
from generated import PRELUDE, PROGRAMS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gradhelp.tracer.constants import compile_traced
from gradhelp.tracer.runtime import RT

PATH = "<generated>.py"


def behaviour(code: CodeType, source: str, every: int = 0) -> tuple[str, str, list[int]]:
    """What a program prints, the traceback it ends in, and the lines it runs.

    The recorder falls asleep or wakes up at every so many events of the trace.
    """
    lines: list[int] = []
    events = 0

    def trace(frame: Any, event: str, arg: object) -> Any:
        nonlocal events
        events += 1
        if every and events % every == 0:
            RT.turn(not RT.on)
        if frame.f_code.co_filename != PATH:
            return None
        if event == "line" and lines[-1:] != [frame.f_lineno]:
            lines.append(frame.f_lineno)
        return trace

    out, ended = io.StringIO(), ""
    linecache.cache[PATH] = (len(source), None, source.splitlines(keepends=True), PATH)
    before = sys.gettrace()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            sys.settrace(trace)
            exec(code, {"__name__": "generated"})
        except BaseException as error:  # noqa: BLE001 - whatever the program ends in is compared
            shown = error.__traceback__.tb_next if error.__traceback__ else None
            ended = "".join(traceback.format_exception(type(error), error, shown))
        finally:
            sys.settrace(before)
    return ADDRESS.sub("0x", out.getvalue()), ADDRESS.sub("0x", ended), lines


def compiled(source: str) -> CodeType | None:
    try:
        return compile(source, PATH, "exec", dont_inherit=True)
    except SyntaxError:
        return None


@pytest.mark.filterwarnings("ignore")
@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(PROGRAMS, st.booleans(), st.sampled_from([0, 0, 1, 3, 20]))
def test_generated_programs_behave_the_same(body: str, on: bool, every: int) -> None:
    source = PRELUDE + body + "\n"
    plain = compiled(source)
    if plain is None:
        return
    traced, _ = compile_traced(source.encode(), PATH, PATH)
    RT.turn(on)
    try:
        assert behaviour(traced, source, every) == behaviour(plain, source)
    finally:
        RT.turn(True)


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(body=PROGRAMS)
def test_generated_programs_behave_the_same_under_the_launcher(
    tmp_path_factory: pytest.TempPathFactory, body: str
) -> None:
    folder = tmp_path_factory.mktemp("generated")
    (folder / "program.py").write_text(PRELUDE + body + "\n", encoding="utf-8")
    assert run_traced(["program.py"], folder).outcome == run_plain(["program.py"], folder)
