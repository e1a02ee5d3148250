"""What is typed → what the use case is asked for."""

import io
import sys
from pathlib import Path

import pytest

from gradhelp.cli.main import main, split
from gradhelp.cli.run import VALUED, add_parser
from gradhelp.cli.run import split as split_run


@pytest.fixture
def typed(monkeypatch):
    """Puts text on standard input."""

    def type_in(raw: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))

    return type_in


def test_defaults(answer):
    main(["diagnose", "dir/a.py"])
    (request,) = answer.requests
    assert request.script == Path("dir/a.py")
    assert (request.module, request.source, request.traceback, request.args) == (None, None, None, ())
    assert (request.run, request.python, request.timeout, request.lang, request.in_place) == (
        True,
        None,
        60,
        "en",
        False,
    )


def test_all_options(answer, tmp_path):
    pasted = tmp_path / "tb.txt"
    pasted.write_text("Traceback\n")
    options = [
        "--no-run",
        "--python",
        "/x/python",
        "--timeout",
        "2.5",
        "--steps",
        "40",
        "--lang",
        "zh",
        "-t",
        str(pasted),
    ]
    main(["diagnose", "a.py", *options, "--", "--lr", "1", "--", "-t", "--lang", "en"])
    (request,) = answer.requests
    assert (request.run, request.steps) == (False, 40)
    assert (request.python, request.timeout, request.lang, request.traceback) == ("/x/python", 2.5, "zh", "Traceback\n")
    assert request.args == ("--lr", "1", "--", "-t", "--lang", "en")


def test_what_may_be_written_may_be_given_again(answer):
    main(["diagnose", "a.py", "--allow-write", "/data/runs", "--allow-write", "~/results"])
    (request,) = answer.requests
    assert request.allow_write == (Path("/data/runs"), Path("~/results"))


def test_module(answer):
    main(["diagnose", "-m", "pkg.train", "--", "x"])
    (request,) = answer.requests
    assert (request.script, request.module, request.args) == (None, "pkg.train", ("x",))


def test_script_from_standard_input(answer, typed):
    typed("x = '损失'\r\n".encode())
    main(["diagnose", "-"])
    (request,) = answer.requests
    assert (request.script, request.source) == (None, "x = '损失'\n")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_traceback_from_standard_input_in_any_unicode(answer, typed, encoding):
    typed("错误: x\n".encode(encoding))
    main(["diagnose", "-t", "-"])
    assert answer.requests[0].traceback == "错误: x\n"


def test_bytes_that_are_no_text_are_replaced(answer, tmp_path):
    log = tmp_path / "log"
    log.write_bytes(b"RuntimeError: \xff\x00\n")
    main(["diagnose", "-t", str(log)])
    assert answer.requests[0].traceback == "RuntimeError: \ufffd\x00\n"


def test_global_options_may_stand_before_the_command(answer):
    main(["--lang", "zh", "--python", "p", "diagnose", "a.py"])
    assert (answer.requests[0].lang, answer.requests[0].python) == ("zh", "p")


def test_run_hands_everything_after_the_script_to_it(answer):
    main(["run", "--python", "p", "a.py", "--lang", "zh", "-m", "--", "--help"])
    (request,) = answer.requests
    assert (request.script, request.python, request.lang, request.in_place) == (Path("a.py"), "p", "en", True)
    assert request.args == ("--lang", "zh", "-m", "--", "--help")


def test_run_of_a_module(answer):
    main(["run", "--lang=zh", "-m", "pkg", "--lr", "3"])
    (request,) = answer.requests
    assert (request.script, request.module, request.lang, request.args) == (None, "pkg", "zh", ("--lr", "3"))


def test_the_options_that_take_a_value_are_known():
    """`run` must find its script among its own options without the help of argparse."""
    import argparse

    from gradhelp.cli.parser import Parser
    from gradhelp.report.phrases import phrases

    commands = argparse.ArgumentParser().add_subparsers(parser_class=Parser)
    add_parser(commands, phrases("cli", "en"))
    actions = commands.choices["run"]._actions
    valued = {each.option_strings[-1] for each in actions if each.option_strings and each.nargs is None}
    assert valued - {"--module"} == set(VALUED)


@pytest.mark.parametrize(
    ("typed_in", "own", "theirs"),
    [
        (["a.py"], ["a.py"], []),
        (["a.py", "b"], ["a.py"], ["b"]),
        (["--record", "f", "a.py", "b"], ["--record", "f", "a.py"], ["b"]),
        (["--debug", "a.py"], ["--debug", "a.py"], []),
        (["-m", "m", "x"], ["-m", "m"], ["x"]),
        (["--help"], ["--help"], []),
        ([], [], []),
    ],
)
def test_split_of_run(typed_in, own, theirs):
    assert split_run(typed_in) == (own, theirs)


def test_an_error_text_may_hold_the_name_of_a_command():
    assert split(["explain", "cannot", "run", "it"]) == (["explain", "cannot", "run", "it"], [])


def test_replay(answer, tmp_path, capsys):
    from gradhelp.facts.recording import Recording

    file = tmp_path / "run.jsonl"
    Recording(({"event": "start", "wire": 1},)).save(file)
    assert main(["replay", str(file), "--lang", "zh"]) == 1
    ((recording, lang),) = answer.replayed
    assert recording.events[0]["event"] == "start"
    assert lang == "zh"
    assert "detach-call" in capsys.readouterr().out


def test_record(answer, tmp_path):
    from gradhelp.facts.recording import Recording

    answer.recording = Recording(({"event": "start", "wire": 1},))
    file = tmp_path / "run.jsonl"
    main(["diagnose", "a.py", "--record", str(file)])
    assert Recording.load(file).events == answer.recording.events


def test_record_of_nothing_is_refused_after_the_result(answer, tmp_path, capsys):
    assert main(["diagnose", "a.py", "--record", str(tmp_path / "x")]) == 2
    out, err = capsys.readouterr()
    assert "detach-call" in out
    assert "nothing to record" in err
