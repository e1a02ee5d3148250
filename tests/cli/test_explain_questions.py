"""`gradhelp explain` with a question: the answer, its measurement, or that there is none."""

import os
import sys

import pytest

from gradhelp.cli import questions
from gradhelp.cli.main import main
from gradhelp.retrieval.experiment import Measured

posix = pytest.mark.skipif(os.name != "posix", reason="isolated runs need POSIX")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["why", "is", ".grad", "None?"], "In the order of likelihood"),
        (["什么是叶子张量"], "不是由被记录的运算产生的张量"),
        (["leaf-tensor", "--lang", "zh"], "不是由被记录的运算产生的张量"),
        (["what does element 0 of tensors does not require grad mean?"], "The error surfaces at"),
        (["element 0 of tensors does not require grad，机器人动作后的观测怎么检查是否带梯度？"], "逐个表达式往回查"),
        (["rsample"], "keeps the path from the sample"),
        (["is", "brax", "differentiable", "from", "torch"], "jax.grad"),
        (["gradients clipped after the optimizer step"], "clip-after-step"),
    ],
)
def test_a_question_is_answered(capsys, words, told):
    assert main(["explain", *words]) == 0
    assert told in capsys.readouterr().out


def test_addresses_are_written_once(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    assert main(["explain", "leaf-tensor"]) == 0
    assert capsys.readouterr().out.count("torch.Tensor.is_leaf.html") == 1


def test_without_an_answer_it_says_so_and_names_what_is_near(capsys):
    assert main(["explain", "how do I calibrate a stereo camera?"]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert "no answer" in told.err
    assert "gradhelp explain gradient-through-camera" in told.err


@pytest.mark.parametrize("subject", ["leaf-tensor", "detach-call", "no-grad-fn", "brax"])
def test_what_has_no_experiment_cannot_be_run(capsys, subject):
    assert main(["explain", subject, "--run"]) == 2
    assert "no experiment" in capsys.readouterr().err


def test_the_measurement_stands_below_the_answer(capsys, monkeypatch):
    asked = {}

    def measured(answer, experiment, **options):
        asked.update(options, experiment=experiment.parent.name)
        return Measured(answer=answer, table="a  b\n1  \x1b[2J2", torch="2.3.0", seconds=0.5)

    monkeypatch.setattr(questions, "measure", measured)
    assert main(["explain", "weights-moved", "--run", "--python", "/some/python"]) == 0
    out = capsys.readouterr().out
    assert out.index("Refuted") < out.index("with torch `2.3.0`, in 0.5 s") < out.index("1  2")
    assert "\x1b" not in out
    assert asked == {"experiment": "weights-moved", "python": "/some/python", "lang": "en"}


@posix
def test_an_experiment_runs_for_real(capsys):
    question = "does clip_grad_norm_ create gradients?"
    assert main(["explain", question, "--run", "--python", sys.executable]) == 0
    out = capsys.readouterr().out
    assert "nothing has a gradient" in out
    assert out.rindex("None stays None") < out.index("Measured just now")
