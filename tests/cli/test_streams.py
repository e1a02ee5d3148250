"""Who writes where, in which colours, in which encoding."""

import ast
import io
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import gradhelp
from gradhelp.cli import language, progress, stderr, terminal
from gradhelp.cli.main import main
from gradhelp.diagnose import Progress
from gradhelp.facts.observed import Counts
from gradhelp.facts.recording import Recording
from gradhelp.report.phrases import phrases

PACKAGE = Path(gradhelp.__file__).parent
ENTRY = "import sys; from gradhelp.cli.main import main; sys.exit(main())"


class Screen(io.StringIO):
    """A terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def command(*arguments: str, **kwargs) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", ENTRY, *arguments],
        cwd=PACKAGE.parent,
        capture_output=True,
        check=False,
        **kwargs,
    )


@pytest.mark.parametrize(
    ("environ", "screen", "wanted"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": "", "TERM": "xterm"}, True, True),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "0"}, True, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, True, False),
    ],
)
def test_colours(environ, screen, wanted):
    assert terminal.colour(Screen() if screen else io.StringIO(), environ) is wanted


def test_a_closed_stream_has_no_colours():
    closed = io.StringIO()
    closed.close()
    assert not terminal.colour(closed, {})
    assert not terminal.colour(None, {})


def test_a_terminal_gets_colours_and_a_file_does_not(answer, monkeypatch, tmp_path):
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    main(["diagnose", "a.py"])
    assert "\x1b[" in screen.getvalue()
    main(["diagnose", "a.py", "-o", str(tmp_path / "report.txt")])
    assert "\x1b[" not in (tmp_path / "report.txt").read_text(encoding="utf-8")


def test_a_file_that_cannot_be_written(answer, tmp_path, capsys):
    assert main(["diagnose", "a.py", "-o", str(tmp_path)]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_stand_ins_where_the_encoding_is_poor(answer, monkeypatch):
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    answer.sources = {"a.py": "损失 = x.detach()\n"}
    main(["diagnose", "a.py"])
    shown = raw.getvalue().decode("ascii")
    assert "???? = x.detach()" in shown
    assert "^^" in shown


def test_json_stays_whole_where_the_encoding_is_poor(answer, monkeypatch):
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    answer.diagnosis = answer.diagnosis.model_copy(update={"summary": "损失 \U0001f600"})
    main(["diagnose", "a.py", "--format", "json"])
    assert json.loads(raw.getvalue())["summary"] == "损失 \U0001f600"


def test_progress_lives_on_a_terminal_and_leaves_nothing(answer, monkeypatch, capsys):
    answer.progress = (Progress(stage="running", counts=Counts(optimizer_steps=12), seconds=3.2),)
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    main(["diagnose", "a.py"])
    line, erased = screen.getvalue().split("\r")[1:]
    assert "running the script" in line
    assert "3 s" in line
    assert "12" in line
    assert erased == "\x1b[2K"


def test_no_progress_without_a_terminal(answer, capsys):
    answer.progress = (Progress(stage="running", counts=Counts(optimizer_steps=12), seconds=3.2),)
    main(["diagnose", "a.py"])
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("stage", ["reading", "copying", "running", "analysing", "trying"])
def test_every_stage_has_words(stage):
    told = Progress(stage=stage, seconds=0.2, note="a\x1bb")
    assert progress.sentence(told, phrases("cli", "zh"), 80).startswith("正在")


def test_where_there_is_little_room_the_counts_that_tell_least_go_first():
    counts = Counts(environment_steps=12_400, iterations=31, optimizer_steps=310)
    told = Progress(stage="running", counts=counts, seconds=14)
    words = phrases("cli", "zh")
    line = "正在运行脚本 · 14 秒 · 环境 12,400 步 · 优化器 310 步 · 31 轮迭代"
    assert progress.sentence(told, words, 80) == line
    assert progress.sentence(told, words, stderr.cells(line) - 1) == line.replace(" 轮迭代", " 轮").replace(
        "优化器", "优化"
    )
    assert progress.sentence(told, words, stderr.cells(line) - 8) == line.rpartition(" · ")[0].replace("优化器", "优化")
    assert progress.sentence(told, words, 4) == "正在运行脚本 · 14 秒"


def test_what_was_observed_remains(answer, monkeypatch, capsys):
    events = ({"event": "start"}, {"event": "end", "outcome": "finished", "optimizer_steps": 3, "seconds": 2.0})
    answer.recording = Recording(events)
    main(["diagnose", "a.py"])
    assert capsys.readouterr().err == ""
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    main(["diagnose", "a.py"])
    assert screen.getvalue().endswith("Watched 3 optimizer steps in 2.0 s; the program ran to its end.\n")


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_CN"}, "zh"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "zh_CN:en"}, "zh"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "zh_CN"}, "en"),
        ({"LANGUAGE": "zh"}, "zh"),
        ({"LC_ALL": "", "LANG": "zh"}, "zh"),
        ({"LANG": "de_DE"}, "en"),
    ],
)
def test_the_locale_decides_the_language(environ, lang):
    assert language.of_locale(environ) == lang


def test_lang_decides_before_the_locale():
    assert language.chosen(["diagnose", "--lang=en"], {"LANG": "zh"}) == "en"
    assert language.chosen(["diagnose", "--lang", "zh"], {}) == "zh"
    assert language.chosen(["diagnose", "--lang"], {}) == "en"


def test_the_locale_reaches_the_help(monkeypatch, capsys):
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    with pytest.raises(SystemExit):
        main(["diagnose", "--help"])
    assert "用法" in capsys.readouterr().out


def test_a_reader_that_goes_away_is_no_error():
    script = f"import os, signal; signal.signal(signal.SIGPIPE, signal.SIG_IGN); {ENTRY}"
    with subprocess.Popen(
        [sys.executable, "-c", script, "explain", "detach-call"],
        cwd=PACKAGE.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_starting_is_cheap():
    """Help must not wait for the libraries that only some commands need."""
    heavy = "{'pydantic', 'jinja2', 'rich', 'textual', 'torch', 'numpy', 'markdown_it', 'hypothesis'}"
    check = f"import sys, gradhelp.cli.main; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", check], cwd=PACKAGE.parent, capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"


def test_without_a_command_a_terminal_gets_the_chat(monkeypatch):
    called = []
    opening = ModuleType("gradhelp.tui.opening")
    opening.run_app = lambda lang, python, resume: called.append((lang, python, resume)) or 7
    monkeypatch.setitem(sys.modules, "gradhelp.tui.opening", opening)
    monkeypatch.setattr(sys, "stdin", Screen())
    monkeypatch.setattr(sys, "stdout", Screen())
    assert main(["--lang", "zh", "--python", "p"]) == 7
    assert called == [("zh", "p", "")]


def test_a_broken_installation_is_one_sentence(monkeypatch, capsys):
    def phrases(*_):
        raise FileNotFoundError("no cli.toml")

    monkeypatch.setattr("gradhelp.cli.main.phrases", phrases)
    assert main(["rules"]) == 3
    assert capsys.readouterr() == ("", "gradhelp: gradhelp cannot start (FileNotFoundError: no cli.toml).\n")


def test_version():
    assert command("--version").stdout.decode().strip() == f"gradhelp {gradhelp.__version__}"


def test_json_needs_no_terminal_library():
    check = (
        "import sys; from gradhelp.report import to_json; from gradhelp.model.diagnosis import Diagnosis;"
        "to_json(Diagnosis(status='healthy', summary='s'));"
        "print(sorted({'rich', 'jinja2', 'torch'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", check], cwd=PACKAGE.parent, capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("cli/*.py")), ids=lambda path: path.name)
def test_only_two_modules_write(path):
    """`print`, `sys.stdout.write` and the like occur in the modules of that name alone."""
    writing = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("print", "sys.stdout.write", "sys.stderr.write", "os.write")
    ]
    allowed = {"stdout.py": "sys.stdout.write", "stderr.py": "sys.stderr.write"}.get(path.name)
    assert {ast.unparse(node.func) for node in writing} <= {allowed}
