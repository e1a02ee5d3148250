"""Three prints, what they mean, and the questions that narrow it down; and pieces of programs."""

import json

import pytest
from chat_samples import SCRIPT, TRACEBACK, result, started, texts

from gradhelp.catalog import load_rules
from gradhelp.chat.fragments import unbound_names
from gradhelp.chat.prints import Prints, read_bare, read_prints
from gradhelp.chat.procedure import AGAIN, load_procedure, meaning_of, said
from gradhelp.chat.turns import AnswerTurn, StartRun

NOTHING = Prints(obs=False, loss=False, obs_fn="None")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("obs.requires_grad False", Prints(obs=False)),
        ("grad_fn None", Prints(obs_fn="None")),
        ("obs.requires_grad False\nloss.requires_grad False\nobs.grad_fn None", NOTHING),
        (">>> print(obs.requires_grad)\nFalse\n>>> print(loss.requires_grad)\nTrue", Prints(obs=False, loss=True)),
        ("obs.requires_grad 是 False，loss.requires_grad 是 True", Prints(obs=False, loss=True)),
        (
            "next_obs的requires_grad为True，grad_fn是<AddBackward0 object at 0x7f>",
            Prints(obs=True, obs_fn="AddBackward0"),
        ),
        ("policy_loss = tensor(0.5, grad_fn=<MeanBackward0>)", Prints(loss=True)),
        ("state: tensor([1., 2.])", Prints(obs=False, obs_fn="None")),
        ("loss.grad_fn: None", Prints(loss=False)),
        ("why is grad_fn None?", None),
        ("requires_grad", None),
        (SCRIPT, None),
        (TRACEBACK, None),
    ],
)
def test_printed_values_are_read(text, read):
    assert read_prints(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("False False None", NOTHING),
        ("False\nTrue\nNone", Prints(obs=False, loss=True, obs_fn="None")),
        ("True · False · <MulBackward0 object at 0x2>", Prints(obs=True, loss=False, obs_fn="MulBackward0")),
        ("True", Prints(obs=True)),
        ("hello", None),
        ("False False None None", None),
    ],
)
def test_bare_values_come_in_the_order_of_the_prints(text, read):
    assert read_bare(text, Prints()) == read


def test_a_bare_value_is_for_what_is_still_missing():
    assert read_bare("None", Prints(obs=True, loss=False)) == Prints(obs_fn="None")


def test_the_procedure_is_closed_and_every_part_of_it_is_reached():
    procedure, rules = load_procedure(), {rule.id for rule in load_rules()}
    reached = {meaning.ask for meaning in procedure.meaning.values()}
    for question in procedure.ask.values():
        assert all(
            choice.to in procedure.ask or choice.to in rules or choice.to == AGAIN for choice in question.choices
        )
        reached |= {choice.to for choice in question.choices}
    assert set(procedure.ask) | set(procedure.rule) <= reached


def test_all_prints_have_a_meaning():
    every = [
        Prints(obs=obs, loss=loss, obs_fn=fn) for obs in (True, False) for loss in (True, False) for fn in ("None", "X")
    ]
    meanings = {meaning_of(prints) for prints in every}
    assert meanings == set(load_procedure().meaning)
    for prints in every:
        for lang in ("en", "zh"):
            assert said(load_procedure().meaning[meaning_of(prints)], lang, prints)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_from_the_prints_to_a_rule_by_pressing_alone(conversation, lang):
    conversation.submit(f"/lang {lang}")
    question = conversation.submit("/prints")[-1]
    assert "print(obs.requires_grad)" in question.text
    question = conversation.submit(question.options[0].reply)[-1]
    answer = conversation.submit(question.options[0].reply)[-2]
    assert isinstance(answer, AnswerTurn)
    assert "env-step-boundary" in answer.markdown
    assert conversation.voice.say("suspected_md") in answer.markdown


def test_missing_prints_are_asked_for_one_by_one(conversation):
    question = conversation.submit("obs.requires_grad True")[-1]
    assert "loss.requires_grad" in question.text
    question = conversation.submit(question.options[0].reply)[-1]
    assert "obs.grad_fn" in question.text
    steps = conversation.submit("<MulBackward0 object at 0x7>")
    assert "MulBackward0" in texts(steps)
    assert "Which of these stands between" in steps[-1].text


def test_a_choice_may_be_typed_by_number_and_other_matters_may_come_between(conversation):
    conversation.submit("False")
    conversation.submit("obs.requires_grad False, loss.requires_grad False")
    assert "There is no diagnosis yet" in texts(conversation.submit("why"))
    assert "without history" in texts(conversation.submit("4"))
    assert isinstance(conversation.submit("train.py")[-1], StartRun)


def test_a_traceback_that_was_checked_alone_leads_into_it(conversation):
    conversation.submit(TRACEBACK.replace("train.py", "/elsewhere/agent.py"))
    ended = conversation.finished(result(status="inconclusive"), run=started(conversation.submit("skip")).run)
    assert "print(obs.requires_grad)" in conversation.submit(ended[-1].options[0].reply)[-1].text


def test_a_piece_of_a_file_here_leads_to_the_file(conversation, folder):
    (folder / "agent.py").write_text(SCRIPT.replace("torch.ones(2)", "torch.ones(3)"))
    steps = conversation.submit("loss = policy(torch.ones(3)).detach().sum()\nloss.backward()\n")
    assert "stand in agent.py" in steps[-1].text
    assert started(conversation.submit("yes")).request.script == folder / "agent.py"


def test_a_piece_of_no_file_asks_for_the_rest(conversation):
    steps = conversation.submit("loss = critic(states).pow(2).mean()\nloss.backward()\n")
    assert "critic, states" in steps[-1].text
    assert not any(isinstance(step, StartRun) for step in steps)
    assert "print(obs" in conversation.submit(steps[-1].options[0].reply)[-1].text


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        ("import torch\nx = torch.ones(2)\nprint(len(x), __name__)\n", []),
        ("def f(a):\n    return [b for b in a] + c\n", ["c"]),
        ("def f():\n    global x\n    x = 1\nf()\nprint(x)\n", []),
        ("class A:\n    y = 1\n    z = y\n", []),
        ("for i in range(3):\n    pass\nwith open('x') as f:\n    i, f\n", []),
        ("try:\n    pass\nexcept ValueError as e:\n    e\n", []),
        ("from torch.nn import *\nLinear(2, 2)\n", []),
        ("lambda q: q\nmatch 1:\n    case w:\n        w\n", []),
        ("not python at", []),
    ],
)
def test_unbound_names(source, missing):
    assert unbound_names(source) == missing


def test_a_pasted_notebook_is_a_program(conversation):
    cells = [
        {"cell_type": "markdown", "source": "text"},
        {"cell_type": "code", "source": ["%matplotlib inline\n", "import torch\n"]},
        {"cell_type": "code", "source": SCRIPT},
    ]
    request = started(conversation.submit(json.dumps({"cells": cells}, indent=1))).request
    assert request.source.startswith("import torch")
    assert "%matplotlib" not in request.source
