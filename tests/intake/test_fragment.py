"""Telling scripts, paths and tracebacks apart, and cleaning pieces of Python."""

import pytest

from gradhelp.intake.fragment import clean_fragment, looks_like_path, looks_like_script, looks_like_traceback

SCRIPT = "import torch\n\n\ndef f(x):\n    return x.detach()\n\n\nprint(f(torch.ones(1)))"
SESSION = (
    ">>> import torch\n>>> for i in range(2):\n...     print(i)\n...\n0\n1\n"
    ">>> x = torch.ones(1)\n>>> x\ntensor([1.])\n"
)
NOTEBOOK = "In [1]: import torch\n\nIn [2]: def f(x):\n   ...:     return x\n   ...:\n\nIn [3]: f(1)\nOut[3]: 1\n"
ERROR = 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nNameError: x\n'


@pytest.mark.parametrize(
    "text",
    [
        SCRIPT,
        SESSION,
        NOTEBOOK,
        f"```python\n{SCRIPT}\n```",
        "    loss = f(x)\n    loss.backward()",
        "loss.backward()",
        "def f(:\n    x = 1\n    y = g(x)\n    return y",
    ],
)
def test_scripts_and_pieces_are_recognised(text):
    assert looks_like_script(text)
    assert not looks_like_traceback(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "why does it not learn",
        "loss",
        "train.py",
        ERROR,
        "我的策略不收敛",
        "reward 0.1\nreward 0.2\nreward 0.3",
        "yes",
        "42",
    ],
)
def test_other_text_is_no_script(text):
    assert not looks_like_script(text)


@pytest.mark.parametrize(
    "text", ["train.py", "./a/train.py", "~/rl/nb.ipynb", "'/home/lin/my rl/train.py'", r"C:\rl\train.py", "/tmp"]
)
def test_paths_are_recognised(text):
    assert looks_like_path(text)


@pytest.mark.parametrize(
    "text", ["", "import torch", "what is train.py?\nreally", "loss.backward()", "\0.py", "x" * 5000]
)
def test_other_text_is_no_path(text):
    assert not looks_like_path(text)


@pytest.mark.parametrize("text", [ERROR, "RuntimeError: x", "---> 12 loss.backward()", "E   RuntimeError: x"])
def test_tracebacks_are_recognised(text):
    assert looks_like_traceback(text)


@pytest.mark.parametrize("text", ["", "my loss is 0", SCRIPT, "train.py"])
def test_other_text_is_no_traceback(text):
    assert not looks_like_traceback(text)


def test_session_is_reduced_to_its_input():
    assert clean_fragment(SESSION) == ("import torch\nfor i in range(2):\n    print(i)\n\nx = torch.ones(1)\nx")


def test_notebook_prompts_are_taken_off():
    cleaned = clean_fragment(NOTEBOOK)
    assert "In [" not in cleaned
    assert "Out[" not in cleaned
    assert "def f(x):\n    return x" in cleaned


def test_piece_is_dedented_and_elisions_dropped():
    assert clean_fragment("    a = 1\n    ...\n    # ...\n    b = 2\n") == "a = 1\nb = 2"


def test_fences_are_taken_off():
    assert clean_fragment("look:\n```python\na = 1\n```\nthanks") == "a = 1"
