"""Every experiment is run, in this process, and shows what its answer claims."""

import ast
import contextlib
import io
import runpy
import sys
import time
import warnings

import pytest

from gradhelp.catalog.load_answers import load_answers

EXPERIMENTS = {answer.id: answer.experiment for answer in load_answers() if answer.experiment}
SECONDS = 3
"""Each takes a few milliseconds; a machine that is shared may be slow."""


@pytest.fixture(scope="module")
def printed() -> dict[str, list[str]]:
    """The lines that each experiment prints, torch being loaded once."""
    import torch
    import torch.optim

    torch.optim.SGD([torch.zeros(1)], lr=0.1)  # loads what the first optimizer loads
    return {name: _lines(str(path)) for name, path in EXPERIMENTS.items()}


def _lines(path: str) -> list[str]:
    import torch

    output = io.StringIO()
    began = time.perf_counter()
    with contextlib.redirect_stdout(output), warnings.catch_warnings(), torch.random.fork_rng():
        runpy.run_path(path, run_name="__main__")
    assert time.perf_counter() - began < SECONDS
    return output.getvalue().splitlines()


def row(lines: list[str], start: str) -> list[str]:
    """The cells that follow `start`."""
    (line,) = [line for line in lines if line.startswith(start + " ")]
    return line.removeprefix(start).split()


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_an_experiment_needs_torch_alone(name: str) -> None:
    tree = ast.parse(EXPERIMENTS[name].read_text("utf-8"))
    roots = {
        alias.name.partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    }
    roots |= {(node.module or "").partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert roots <= {*sys.stdlib_module_names, "torch"}
    assert ast.get_docstring(tree)


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_its_table_fits_a_narrow_terminal(name: str, printed) -> None:
    assert len(printed[name]) >= 3
    assert max(map(len, printed[name])) <= 88


def test_clipping_creates_no_gradients(printed) -> None:
    lines = printed["clip-creates-gradients"]
    assert row(lines, "nothing has a gradient") == ["None", "None", "0.0000"]
    assert row(lines, "actor, not in the loss")[:2] == ["None", "None"]
    before, after, returned = map(float, row(lines, "critic, in the loss"))
    assert before > after > 0
    assert returned > 0.5


def test_a_printed_zero_has_four_meanings(printed) -> None:
    lines = printed["printed-zero"]
    seen = {
        name: row(lines, name) for name in ("None shown as 0", "read after zero_grad", "truly zero", "clipped to zero")
    }
    assert {cells[0] for cells in seen.values()} == {"0.0000"}
    assert seen["None shown as 0"][1:] == ["None", "None"]
    assert seen["truly zero"][1:] == ["0.0000", "0.0000"]
    for name in ("read after zero_grad", "clipped to zero"):
        assert float(seen[name][1]) > 0
        assert seen[name][2] == "0.0000"


def test_weights_move_without_a_gradient(printed) -> None:
    lines = printed["weights-moved"][1:]
    moved = {(line[:30].strip(), line[30:52].strip()): float(line[52:]) for line in lines}
    assert all(value == 0 for (_, gradient), value in moved.items() if gradient == "None")
    assert moved["SGD", "zero"] == moved["Adam", "zero"] == 0
    assert moved["AdamW", "zero"] > 0
    assert moved["SGD(weight_decay=0.1)", "zero"] > 0
    assert moved["SGD(momentum=0.9)", "zero after 2 steps"] > 0
    assert moved["Adam", "zero after 2 steps"] > 0


def test_the_flag_on_the_loss_trains_nothing(printed) -> None:
    silenced = row(printed["requires-grad-on-loss"], "cut, then requires_grad_(True)")
    assert silenced[:3] == ["none", "None", "0.0000"]
    assert silenced[3] == silenced[4]
    whole = row(printed["requires-grad-on-loss"], "not cut")
    assert float(whole[4]) < 0.1 * float(whole[3])


def test_the_forms_of_detach(printed) -> None:
    told = {line[:34].strip(): line[34:].split() for line in printed["detach-forms"][2:]}
    assert told == {
        "y": ["12.0", "True"],
        "y.detach()": ["6.0", "True"],
        "y.data": ["6.0", "True"],
        "y.detach_(): in place": ["6.0", "False"],
        "y.detach() called, y used": ["12.0", "True"],
        "y.detach().requires_grad_()": ["6.0", "True"],
    }


def test_the_loss_falls_and_the_actor_does_not_train(printed) -> None:
    lines = printed["loss-falls"]
    steps = [line.split() for line in lines[1:-2]]
    losses = [float(cells[1]) for cells in steps]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < 0.7 * losses[0]
    assert {cells[2] for cells in steps} == {"None"}
    assert all(float(cells[3]) > 0 for cells in steps)
    assert lines[-2] == "actor moved by 0.0000"
    assert float(lines[-1].split()[-1]) > 0


def test_conversions(printed) -> None:
    lines = printed["cpu-and-numpy"]
    for kept in (
        "y.cpu()",
        "y.to(torch.float64)",
        "y.float()",
        "y.clone()",
        "torch.stack([y[0], y[1]])",
        "torch.as_tensor(y)",
    ):
        assert row(lines, kept)[0] == "kept"
    for lost in (
        "y.detach().numpy()", "y[0].item()", "y.tolist()", "torch.tensor(y)", "torch.tensor([y[0], y[1]])",
        "torch.FloatTensor([y[0]])", "y.long()",
    ):  # fmt: skip
        assert row(lines, lost)[0] == "lost"
    assert row(lines, "y.numpy()")[0] == "raises"


def test_detached_inputs_and_advantages_train_all_the_same(printed) -> None:
    lines = printed["detached-inputs"]
    right = row(lines, "advantage detached, as is right")
    assert right == row(lines, "the states detached as well")
    assert right[1] == "None"
    attached = row(lines, "advantage not detached")
    assert attached[0] == right[0]
    assert float(attached[1]) > 0
    assert row(lines, "log_prob detached")[0] == "None"


def test_modes(printed) -> None:
    lines = printed["eval-and-no-grad"]
    assert row(lines, "train()") == row(lines, "eval()") == ["True", "weights", "and", "input"]
    for off in ("torch.no_grad()", "torch.inference_mode()"):
        assert row(lines, off) == ["True", "backward()", "raises"]
    assert row(lines, "requires_grad_(False)") == ["False", "input"]
    assert [line.rpartition("=")[2] for line in lines[-2:]] == ["False", "True"]


def test_a_leaf_that_requires_a_gradient_trains_no_policy(printed) -> None:
    lines = printed["requires-grad-without-grad-fn"]
    whole = row(lines, "the result of a differentiable step")
    assert float(whole[-1]) > 0
    for leaf in ("torch.tensor(.., requires_grad=True)", "obs.detach().requires_grad_()"):
        assert row(lines, leaf) == ["True", "None", "True", "None"]


def test_retaining_the_graph_changes_the_error(printed) -> None:
    was, retained, detached = printed["retain-graph-advice"][1:]
    assert was.endswith("step 1: error: a second time")
    assert retained.endswith("step 2: error: modified by an inplace operation")
    assert detached.endswith("three steps without an error")


def test_clipping_of_bad_gradients(printed) -> None:
    outcome = [line.split()[-2:] for line in printed["clip-nan-and-zero"][1:]]
    assert outcome[0] == ["0.6,", "0.8"]
    assert outcome[1] == ["3,", "4"]
    assert outcome[2] == ["0,", "0"]
    assert outcome[3] == ["-0.6,", "-0.8"]
    assert outcome[4] == ["nan,", "nan"]
    assert outcome[5] == ["nan,", "0"]
    assert outcome[6] == ["0,", "0"]
    assert outcome[7] == ["0", "5"]


def test_ways_to_draw_an_action(printed) -> None:
    lines = {line[:52].strip(): line[52:].strip() for line in printed["sample-and-rsample"][1:]}
    nothing = {name for name, told in lines.items() if told == "no grad_fn"}
    assert nothing == {"Normal(mu, 1).sample()", "Categorical(logits=l).sample()", "l.argmax()", "(l > 0)"}
    zero = {name for name, told in lines.items() if told == "zero everywhere"}
    assert zero == {"torch.normal(mu, 1)", "l.round()", "l.clamp(-0.1, 0.1): outside its bounds"}
    assert sum(told.startswith("gradient") for told in lines.values()) == 5


def test_operations_pass_all_some_or_none_of_the_gradient(printed) -> None:
    lines = printed["operations-and-gradients"]
    assert row(lines, "x[0]") == ["1", "0", "0"]
    assert row(lines, "x.max()") == ["1", "0", "0"]
    assert row(lines, "x.sort().values * [1, 10, 100]") == ["100", "1", "10"]
    assert row(lines, "x.clamp(1.5, 2.5)") == ["0", "0", "1"]
    assert row(lines, "x.round()") == row(lines, "x.sign()") == ["0", "0", "0"]
    for name in ("x.argmax()", "x.sort().indices", "x > 1.5", "x.long()"):
        assert row(lines, name) == ["no", "grad_fn"]
    assert row(lines, "where(x > 0, sqrt(x), 0), x=[0,4]") == ["nan", "0.25"]
    assert row(lines, "the same with a safe input") == ["0", "0.25"]
