"""From events to a result and to a page, without a process: broken runs, hostile names, JAX, targets, the command."""

import json
import sys

import pytest

from gradhelp.cli.main import main
from gradhelp.facts.recording import Recording
from gradhelp.model.probe import ProbeResult
from gradhelp.paths import knowledge
from gradhelp.probe.read import read
from gradhelp.probe.target import target_of
from gradhelp.report.phrases import phrases
from gradhelp.report.probe import probe_markdown, summary

INTERFACE = {
    "event": "interface", "api": ["step-5"], "reset": "x", "step": "y", "observation": "o", "reward": "r",
    "actions": [{"agent": None, "shape": [1], "discrete": False, "low": [-1], "high": [1], "bounded": True}],
    "takes": "torch tensors", "space": "",
}  # fmt: skip
SURVIVES = {"event": "torch_action", "outcome": "survives", "live": ["observation"]}


def terms(*verdicts, steady=True):
    entries = [
        {"name": f"observation[{n}]", "verdict": v, "autograd": 1.0, "differences": 2.0, "doubt": 1e-9}
        for n, v in enumerate(verdicts)
    ]
    return {
        "event": "terms", "steps": 3, "autograd": True, "backward_error": None, "entries": entries,
        "step_sizes": [{"step": 1e-6, "off": 0.0}, {"step": 1e-2, "off": "nan"}], "best_step": 1e-6, "rough": False,
        "usable": True, "noise": 1e-12, "steady": steady,
    }  # fmt: skip


def result(*events, outcome="exited", located=None, **process):
    run = Recording((*events, {"event": "process", "outcome": outcome, **process}))
    return read("env", run, Recording(tuple(located)) if located is not None else None)


@pytest.mark.parametrize(
    ("events", "status"),
    [
        ([INTERFACE, SURVIVES, terms("agrees", "none")], "passes"),
        ([INTERFACE, SURVIVES, terms("agrees", "cut")], "partly"),
        ([INTERFACE, SURVIVES, terms("wrong")], "wrong"),
        ([INTERFACE, SURVIVES, terms("agrees", steady=False)], "unverified"),
        ([INTERFACE, SURVIVES, terms("none", "unknown")], "unverified"),
        ([INTERFACE, SURVIVES], "unverified"),
        ([INTERFACE], "unverified"),
        ([], "failed"),
    ],
)
def test_status(events, status):
    assert result(*events, stderr="Segmentation fault").status == status


def test_a_run_that_was_ended_early_keeps_what_was_seen():
    seen = result(INTERFACE, SURVIVES, outcome="timed-out", reason="stopped after 60 s")
    assert (seen.status, seen.reason) == ("unverified", "stopped after 60 s")
    assert "stopped after 60 s" in probe_markdown(seen, "en")
    whole = result(INTERFACE, SURVIVES, terms("agrees"), {"event": "end"}, reason="removed in the end")
    assert (whole.status, whole.reason) == ("passes", None)


def test_a_backward_that_raises_is_not_compared():
    failing = {**terms("cut"), "backward_error": "RuntimeError: modified by an inplace operation"}
    told = result(INTERFACE, SURVIVES, failing)
    assert (told.status, told.terms, told.exit_code) == ("backward-fails", (), 1)
    assert "inplace operation" in probe_markdown(told, "zh")


def test_a_run_that_never_began():
    assert result(outcome="timed-out", reason="stopped after 60 s").reason == "stopped after 60 s"
    assert result(stderr="boom").reason == "boom"


def test_a_cut_explains_a_term_only_where_it_was_shown():
    span = {"file": "e.py", "line": 3, "column": 1, "end_line": 3, "end_column": 9, "code": "x.item()"}
    culprit = {"event": "culprit", "kind": "cut", "span": span, "outputs": ["observation[0]"], "count": 1}
    whole = result(INTERFACE, SURVIVES, terms("wrong"), located=[culprit, {"event": "located", "unexplained": []}])
    assert (whole.status, whole.terms[0].verdict) == ("partly", "partly")
    left = {"event": "located", "unexplained": ["observation[0]"]}
    assert result(INTERFACE, SURVIVES, terms("wrong"), located=[culprit, left]).status == "wrong"


def jax_modes(reverse, **more):
    slopes = [{"step": step, "slopes": [2.0 + step / 100, 0.0]} for step in (1e-3, 1e-2, 1e-1)]
    return {
        "event": "jax_modes",
        "steps": 5,
        "differences": slopes,
        **({"reverse": reverse} if reverse else {}),
        **more,
    }


def test_jax():
    jax = {"event": "torch_action", "outcome": "jax"}
    assert result(INTERFACE, jax, jax_modes([2.0, 0.0])).status == "passes"
    assert result(INTERFACE, jax, jax_modes([0.0, 0.0])).status == "partly"
    assert result(INTERFACE, jax, jax_modes([1.0, 0.0])).status == "wrong"
    only_forward = jax_modes(None, forward=[2.0, 0.0], reverse_error="ValueError: while_loop")
    assert result(INTERFACE, jax, only_forward).status == "forward-only"
    assert "while_loop" in probe_markdown(result(INTERFACE, jax, only_forward), "en")


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("HalfCheetah-v5", "id", "HalfCheetah-v5"),
        ("my_envs:Robot-v0", "id", "my_envs:Robot-v0"),
        ("ALE/Pong-v5", "id", "ALE/Pong-v5"),
        ("envs.arm:make", "factory", "make"),
        ("envs/arm.py:Arm", "factory", "Arm"),
        ("train.py", "script", ""),
    ],
)
def test_targets(text, kind, name):
    found = target_of(text)
    assert (found.kind, found.name) == (kind, name)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    "status",
    [
        "passes",
        "partly",
        "wrong",
        "silent",
        "refused",
        "discrete",
        "unverified",
        "failed",
        "forward-only",
        "backward-fails",
    ],
)
def test_every_status_has_its_sentence(lang, status):
    told = ProbeResult(target="x", status=status)
    assert summary(told, lang) in probe_markdown(told, lang)


def test_every_word_of_the_interface_has_its_sentence():
    source = (knowledge().parent / "gradhelp" / "probing" / "faces.py").read_text("utf-8")
    for lang in ("en", "zh"):
        known = phrases("probe", lang).keys()
        for word in (
            "reset-pair",
            "reset-alone",
            "reset-nothing",
            "reset-seeded",
            "reset-seedless",
            "dm-env",
            "step-1",
        ):
            assert word in source
            assert f"api_{word}" in known


def test_hostile_names_stay_in_their_code_spans():
    nasty = "x`</code><script>alert(1)</script>\x1b[31m\n# heading"
    event = {**INTERFACE, "reset": nasty, "actions": [{**INTERFACE["actions"][0], "agent": nasty}]}
    refused = {"event": "torch_action", "outcome": "refused", "error": nasty, "detached": None, "detached_error": nasty}
    entries = terms("wrong")
    entries["entries"][0]["name"] = nasty
    page = probe_markdown(result(event, refused, entries, {"event": "unmeasured", "part": nasty, "error": nasty}), "en")
    assert "\x1b" not in page
    assert "\n# heading" not in page
    assert all("``" in line for line in page.splitlines() if "<script>" in line and "circumstances" not in line)


def test_the_command_names_the_line(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    target = "tests/programs/environments/half_cut.py:Cart"
    assert main(["probe", target, "--python", sys.executable, "--format", "json", "--lang", "en"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["status"], told["culprits"][0]["span"]["line"]) == ("partly", 16)
    assert told["culprits"][0]["span"]["file"] == "half_cut.py"


def test_the_command_on_an_unknown_id(capsys):
    assert main(["probe", "NoSuchRobot-v0", "--python", sys.executable, "--lang", "en"]) == 3
    assert "NameNotFound" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", [["--kwargs", "[1]"], ["--num-envs", "0"], ["--action-shape", "a"], []])
def test_wrong_usage(capsys, wrong):
    with pytest.raises(SystemExit) as ended:
        main(["probe", *(["Pendulum-v1", *wrong] if wrong else [])])
    assert ended.value.code == 2
