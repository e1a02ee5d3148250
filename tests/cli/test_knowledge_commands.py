"""`rules`, `explain` and `doctor` on the shipped knowledge and on this very machine."""

import json
import sys
import tomllib

import pytest

from gradhelp.catalog import load_rules
from gradhelp.cli import doctor
from gradhelp.cli.main import main
from gradhelp.intake.families import families
from gradhelp.paths import knowledge


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_rules_lists_all(capsys, lang):
    assert main(["rules", "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert all(rule.id in out for rule in load_rules())


def test_rules_as_json(capsys):
    assert main(["rules", "--format", "json", "--lang", "zh"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {entry["id"]: entry["title"] for entry in listed} == {rule.id: rule.title.zh for rule in load_rules()}


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("rule", load_rules(), ids=lambda rule: rule.id)
def test_every_rule_can_be_explained(capsys, monkeypatch, rule, lang):
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["explain", rule.id, "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert rule.id in out
    assert rule.references[0] in out
    assert "--- " in out


@pytest.mark.parametrize("family", families(), ids=lambda family: family.id)
def test_every_family_can_be_explained(capsys, family):
    assert main(["explain", family.id]) == 0
    # a name that is both a family and a rule is answered by the rule
    expected = family.id if family.id in {rule.id for rule in load_rules()} else family.sentence.en.split()[0]
    assert expected in capsys.readouterr().out


@pytest.mark.parametrize(
    "text",
    [
        "element 0 of tensors does not require grad and does not have a grad_fn",
        "RuntimeError: element 0 of tensors does not require grad",
        'Traceback:\n  File "a.py", line 3\nRuntimeError: element 0 of tensors does not require grad',
    ],
)
def test_an_error_text_leads_to_its_rules(capsys, text):
    assert main(["explain", *text.split(" ")]) == 0
    out = capsys.readouterr().out
    assert out.startswith("no-grad-fn")
    assert "detach-call" in out


def test_an_unknown_id_brings_near_ones(capsys):
    assert main(["explain", "detach-cal"]) == 2
    assert "detach-call" in capsys.readouterr().err


def test_an_unknown_error_is_admitted(capsys):
    assert main(["explain", "FrobnicationError: the quux is blue"]) == 3
    assert capsys.readouterr().out == ""


def test_causes_speak_of_families_that_exist():
    text = (knowledge() / "templates" / "causes.toml").read_text(encoding="utf-8")
    assert set(tomllib.loads(text)["causes"]) <= {family.id for family in families()}


def test_doctor_on_this_machine(capsys):
    code = main(["doctor", "--python", sys.executable, "--format", "json"])
    told = json.loads(capsys.readouterr().out)
    assert code == 0
    assert told["torch"]["fine"]
    assert told["torch"]["value"][0].isdigit()
    assert "--python" in told["interpreter"]["value"]


def test_doctor_does_not_import_what_it_looks_for(monkeypatch, capsys):
    monkeypatch.setattr(
        doctor, "_ask", lambda _: {"torch": {"version": None, "problem": "ImportError: no libfoo\x1b[2J"}}
    )
    before = set(sys.modules)
    assert main(["doctor", "--python", sys.executable, "--lang", "zh"]) == 3
    out = capsys.readouterr().out
    assert "ImportError: no libfoo" in out
    assert "\x1b" not in out
    assert not {"torch", "mujoco", "gymnasium"} & (set(sys.modules) - before)


def test_doctor_without_an_interpreter(capsys):
    assert main(["doctor", "--python", "/no/such/python"]) == 3
    assert "✗" in capsys.readouterr().out
