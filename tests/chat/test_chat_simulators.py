"""Questions about simulators, answered from the catalogue."""

import pytest
from chat_samples import CUT, result, started, texts

from gradhelp.catalog.load_simulators import load_simulators
from gradhelp.recommend import Needs
from gradhelp.recommend.spoken import needs_of_words, speaks_of_needs_only


@pytest.mark.parametrize(
    ("asked", "names", "said"),
    [
        ("can I back-propagate through HalfCheetah?", ["Gymnasium MuJoCo environments"], "No: there is no gradient"),
        ("mjx or brax?", ["MuJoCo MJX (JAX)", "Brax"], "MuJoCo MJX (JAX) \\> Brax"),
        ("is genesis differentiable", ["Genesis World"], "once gradients are switched on"),
        ("tell me about pybullet", ["PyBullet"], "No: there is no gradient"),
        ("Pendulum-v1 能反传吗？", ["Gymnasium classic control"], "No: there is no gradient"),
        ("why does mjx give no gradient with jax.grad", ["MuJoCo MJX (JAX)"], "while\\_loop"),
    ],
)
def test_a_named_simulator(conversation, asked, names, said):
    told = texts(conversation.submit(asked))
    assert all(f"**{name.replace('_', chr(92) + '_')}**" in told for name in names)
    assert said.replace("\\_", "_") in told.replace("\\_", "_")
    for name in names:
        (known,) = [each for each in load_simulators() if each.name == name]
        assert known.checked.isoformat() in told


def test_in_chinese(conversation):
    conversation.submit("lang zh")
    told = texts(conversation.submit("mjx 还是 brax？"))
    assert "在 JAX 中可以" in told
    assert "检查于" in told


def test_which_one_asks_for_the_needs_and_remembers_them(conversation):
    assert "Tell me what you need" in texts(conversation.submit("which simulator should I use?"))
    told = texts(conversation.submit("gradients, torch, contacts"))
    assert "1. **MuJoCo**" in told
    assert "how many environments at once, GPU or CPU" in told
    assert "1. **Genesis World**" in texts(conversation.submit("1000 environments, gpu"))
    conversation.submit("/new")
    assert "Tell me what you need" in texts(conversation.submit("which simulator?"))


def test_nothing_to_ask_once_everything_is_said(conversation):
    told = texts(conversation.submit("which simulator: gradients, jax, contacts, 64 environments, gpu"))
    assert "1. **MuJoCo MJX (JAX)**" in told
    assert "For a better answer" not in told


@pytest.mark.parametrize(
    "asked", ["why is there no gradient?", "fix it", "what is a gradient", "my torch loss has no gradient"]
)
def test_other_questions_are_left_alone(conversation, asked):
    conversation.finished(result(CUT), run=started(conversation.submit("train.py")).run)
    told = texts(conversation.submit(asked))
    assert "What fits" not in told
    assert "Tell me what you need" not in told


@pytest.mark.parametrize(
    ("text", "needs"),
    [
        ("jax, contacts, a gpu", Needs(framework="jax", contacts=True, device="gpu")),
        ("no contacts, 1,000 environments", Needs(contacts=False, parallel=1000)),
        (
            "可微，没有接触，cpu，64 个环境，50 步",
            Needs(gradients=True, contacts=False, device="cpu", parallel=64, horizon=50),
        ),
        ("ppo on a real robot, windows", Needs(gradients=False, sim_to_real=True, platform="windows")),
        ("99999999 environments", Needs()),
        ("the ajaxian machine", Needs()),
    ],
)
def test_needs_in_words(text, needs):
    assert needs_of_words(text) == needs


def test_a_list_of_needs_is_told_from_a_sentence():
    assert speaks_of_needs_only("with contacts, jax and 1000 environments")
    assert speaks_of_needs_only("需要梯度，torch，有接触")
    assert not speaks_of_needs_only("my loss has no gradient in torch")
    assert not speaks_of_needs_only("hello")
