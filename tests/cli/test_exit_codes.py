"""Exit codes are part of the contract; nobody but --debug sees a traceback of gradhelp's own."""

import json

import pytest

from gradhelp.cli.main import main
from gradhelp.errors import AnalysisError, UsageError
from gradhelp.model.diagnosis import Diagnosis


def told(severity: str | None, status: str) -> Diagnosis:
    finding = {"rule": "r", "severity": severity, "evidence": "live", "file": "a.py", "line": 1}
    findings = [{**finding, "title": "t", "explanation": "e"}] if severity else []
    return Diagnosis.model_validate({"status": status, "summary": "s", "findings": findings})


@pytest.mark.parametrize(
    ("severity", "status", "code"),
    [
        ("error", "diagnosed", 1),
        ("warning", "diagnosed", 0),
        (None, "healthy", 0),
        (None, "not-a-gradient-problem", 0),
        (None, "inconclusive", 3),
    ],
)
@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_a_diagnosis_decides_the_code(answer, capsys, severity, status, code, form):
    answer.diagnosis = told(severity, status)
    assert main(["diagnose", "a.py", "--format", form]) == code
    out, err = capsys.readouterr()
    assert out
    assert err == ""


def test_a_usage_error_is_one_sentence(answer, capsys):
    answer.error = UsageError("'a.py' is missing.\x1b[2J")
    assert main(["diagnose", "a.py", "--format", "json"]) == 2
    assert capsys.readouterr() == ("", "gradhelp: 'a.py' is missing.\n")


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_an_analysis_error_is_one_sentence(answer, capsys, form):
    answer.error = AnalysisError("no torch there.")
    assert main(["diagnose", "a.py", "--format", form]) == 3
    assert capsys.readouterr() == ("", "gradhelp: no torch there.\n")


@pytest.mark.parametrize("error", [AnalysisError("no torch there."), ZeroDivisionError("oh")])
def test_json_readers_get_a_result_even_then(answer, capsys, error):
    answer.error = error
    assert main(["diagnose", "a.py", "--format", "json"]) == 3
    out, err = capsys.readouterr()
    result = Diagnosis.model_validate(json.loads(out))
    assert result.status == "inconclusive"
    assert str(error) in result.summary
    assert str(error) in err


def test_a_failure_of_our_own_is_one_sentence(answer, capsys):
    answer.error = ZeroDivisionError("oh")
    assert main(["diagnose", "a.py"]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert "ZeroDivisionError: oh" in err
    assert "Traceback" not in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--debug", "diagnose", "a.py"], ["diagnose", "--debug", "a.py"]])
def test_debug_shows_where_we_failed(answer, capsys, arguments):
    answer.error = ZeroDivisionError("oh")
    assert main(arguments) == 3
    assert "Traceback (most recent call last)" in capsys.readouterr().err


def test_ctrl_c(answer, capsys):
    answer.error = KeyboardInterrupt()
    assert main(["diagnose", "a.py"]) == 130
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("code", [0, 1, 7, 255])
def test_run_keeps_the_scripts_code(answer, capsys, code):
    answer.script_exit_code = code
    assert main(["run", "a.py"]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert "detach-call" in err


def test_run_tells_of_a_signal_as_a_shell_does(answer):
    answer.script_exit_code = -11
    assert main(["run", "a.py"]) == 139


@pytest.mark.parametrize(
    "arguments",
    [
        ["diagnose"],
        ["diagnose", "a.py", "-m", "a"],
        ["diagnose", "-", "-t", "-"],
        ["run"],
        ["diagnose", "-t", "no such file"],
        ["replay", "no such file"],
        ["explain", "detach-cal"],
    ],
)
def test_wrong_usage(answer, capsys, arguments):
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("gradhelp: ")
    assert not answer.requests


@pytest.mark.parametrize(
    "arguments",
    [
        ["diagnose", "a.py", "--timeout", "0"],
        ["diagnose", "a.py", "--timeout", "nan"],
        ["diagnose", "a.py", "--format", "html"],
        ["diagnose", "a.py", "--lang", "fr"],
        ["diagnose", "a.py", "--time", "3"],
        ["diagnose", "a.py", "b.py"],
        ["diagnos"],
        ["train.py"],
        ["rules", "--format", "markdown"],
    ],
)
def test_wrong_arguments(answer, capsys, arguments):
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert capsys.readouterr().out == ""


def test_a_script_alone_is_told_its_command(capsys):
    with pytest.raises(SystemExit):
        main(["train.py"])
    assert "gradhelp diagnose train.py" in capsys.readouterr().err


def test_without_a_command_and_a_terminal_there_is_help(capsys):
    assert main([]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "diagnose" in err
