"""What the conversation makes of what it is given, and what it asks for."""

import time

import pytest
from chat_samples import CUT, SCRIPT, TRACEBACK, result, started, texts

from gradhelp.chat.turns import ErrorTurn, QuestionTurn, StartRun, UserTurn

ELSEWHERE = TRACEBACK.replace("train.py", "/somewhere/else/agent.py")


def question(steps):
    (asked,) = [step for step in steps if isinstance(step, QuestionTurn)]
    return asked


def test_blank_messages_are_ignored(conversation):
    assert conversation.submit("") == []
    assert conversation.submit(" \n\t ") == []


def test_what_the_user_sent_comes_first_as_it_was(conversation):
    assert conversation.submit(TRACEBACK)[0] == UserTurn(text=TRACEBACK)


def test_a_traceback_of_an_unknown_file_asks_for_the_script(conversation):
    steps = conversation.submit(ELSEWHERE)
    assert "element 0 of tensors does not require grad" in texts(steps)
    replies = [option.reply for option in question(steps).options]
    assert replies == ["train.py", "'two words.py'", "walker.ipynb", "/script", "only the traceback"]
    assert "Which script" in question(steps).text


def test_the_script_completes_the_traceback(conversation):
    conversation.submit(ELSEWHERE)
    request = started(conversation.submit(SCRIPT)).request
    assert (request.source, request.traceback, request.run) == (SCRIPT, ELSEWHERE, True)
    assert request.script is None


def test_the_path_completes_the_traceback(conversation, folder):
    conversation.submit(ELSEWHERE)
    request = started(conversation.submit("train.py --seed 3 'two words'")).request
    assert (request.script, request.traceback) == (folder / "train.py", ELSEWHERE)
    assert request.args == ("--seed", "3", "two words")


def test_the_file_named_in_the_traceback_is_offered_and_not_run_unasked(conversation, folder):
    steps = conversation.submit(TRACEBACK)
    assert not any(isinstance(step, StartRun) for step in steps)
    assert "train.py" in question(steps).text
    assert str(folder) not in question(steps).text
    request = started(conversation.submit("yes")).request
    assert (request.script, request.traceback) == (folder / "train.py", TRACEBACK)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_every_option_of_the_offer_is_understood(conversation, number):
    for lang in ("en", "zh"):
        conversation.submit(f"/lang {lang}")
        conversation.submit("/new")
        option = question(conversation.submit(TRACEBACK)).options[number]
        steps = conversation.submit(option.reply)
        runs = [step.request for step in steps if isinstance(step, StartRun)]
        if number == 0:
            assert runs[0].script is not None
        elif number == 1:
            assert question(steps).options[0].reply == conversation.voice.say("reply_alone")
        else:
            assert (runs[0].script, runs[0].traceback, runs[0].run) == (None, TRACEBACK, False)


def test_declining_the_offer_asks_for_another_script(conversation, folder):
    conversation.submit(TRACEBACK)
    conversation.submit("no")
    request = started(conversation.submit("walker.ipynb")).request
    assert (request.script, request.traceback) == (folder / "walker.ipynb", TRACEBACK)


def test_run_takes_the_offer(conversation, folder):
    conversation.submit(TRACEBACK)
    assert started(conversation.submit("/run")).request.script == folder / "train.py"


def test_run_with_arguments_alone_keeps_the_program(conversation, folder):
    conversation.submit(TRACEBACK)
    request = started(conversation.submit("/run --epochs 2")).request
    assert (request.script, request.args) == (folder / "train.py", ("--epochs", "2"))


def test_a_program_alone_is_run_at_once(conversation, folder):
    assert started(conversation.submit("train.py")).request.script == folder / "train.py"


def test_a_pasted_program_alone_is_run_at_once_and_has_no_file(conversation):
    request = started(conversation.submit(SCRIPT)).request
    assert (request.source, request.script, request.traceback) == (SCRIPT, None, None)


@pytest.mark.parametrize(
    ("typed", "expected", "args"),
    [
        ("python train.py --lr 3", "train.py", ("--lr", "3")),
        ("/usr/bin/python3.11 train.py", "train.py", ()),
        ("./train.py", "train.py", ()),
        ("'two words.py'", "two words.py", ()),
        ('"two words.py" --fast', "two words.py", ("--fast",)),
        ("two\\ words.py", "two words.py", ()),
        ("./package", "package", ()),
        ("run train.py", "train.py", ()),
        ("/run train.py -v", "train.py", ("-v",)),
        ("can you check train.py", "train.py", ()),
    ],
)
def test_ways_to_name_a_program(conversation, folder, typed, expected, args):
    request = started(conversation.submit(typed)).request
    assert (request.script, request.args) == (folder / expected, args)


def test_absolute_paths_and_file_addresses(conversation, folder):
    assert started(conversation.submit(str(folder / "train.py"))).request.script == folder / "train.py"
    conversation.submit("/new")
    spaced = (folder / "two words.py").as_uri()
    assert started(conversation.submit(spaced)).request.script == folder / "two words.py"


@pytest.mark.parametrize("typed", ["-m package.train --lr 3", "python -m package.train --lr 3"])
def test_a_module(conversation, typed):
    request = started(conversation.submit(typed)).request
    assert (request.module, request.args, request.run) == ("package.train", ("--lr", "3"), True)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("missing.ipynb", "no file missing.ipynb"),
        ("~nobody-of-this-name/train.py", "no file"),
        pytest.param(f"{'x' * 400}.py", "no file", id="longer than any name may be"),
    ],
)
def test_of_a_missing_file_those_at_hand_are_offered(conversation, typed, told):
    steps = conversation.submit(typed)
    assert told in question(steps).text
    assert {option.reply for option in question(steps).options} >= {"train.py", "/script"}
    assert conversation.running is None


def test_a_name_misspelt_is_offered_first(conversation):
    assert question(conversation.submit("wlaker.ipynb")).options[0].reply == "walker.ipynb"


def test_the_scripts_of_a_folder_are_offered(conversation):
    options = question(conversation.submit("./project")).options
    assert options[0].reply == "project/main.py"
    assert started(conversation.submit(options[0].reply)).request.script is not None


def test_what_cannot_be_run_is_said(conversation):
    steps = conversation.submit("./notes.txt")
    assert isinstance(steps[-1], ErrorTurn)
    assert "holds no traceback" in steps[-1].text
    assert conversation.running is None


def test_after_a_wrong_path_the_question_is_still_open(conversation, folder):
    conversation.submit(ELSEWHERE)
    conversation.submit("missing.py")
    assert started(conversation.submit("train.py")).request.traceback == ELSEWHERE


def test_a_file_with_a_traceback_in_it_is_read(conversation):
    conversation.submit("./error.log")
    assert started(conversation.submit("yes")).request.traceback == TRACEBACK


def test_a_traceback_with_the_script_pasted_along_needs_no_question(conversation):
    both = f"My script:\n```python\n{SCRIPT}```\nand the error:\n```\n{TRACEBACK}```\n"
    request = started(conversation.submit(both)).request
    assert request.source is not None
    assert "policy = torch.nn.Linear(2, 1)" in request.source
    assert request.traceback == both


def test_an_error_that_is_no_gradient_problem_is_answered_from_the_traceback(conversation):
    other = TRACEBACK.rpartition("RuntimeError")[0] + "ModuleNotFoundError: No module named 'gymnasium'\n"
    request = started(conversation.submit(other)).request
    assert (request.traceback, request.run) == (other, False)


def test_the_next_traceback_offers_the_last_program(conversation, folder):
    start = started(conversation.submit("walker.ipynb --n 2"))
    conversation.finished(result(CUT), run=start.run)
    assert "walker.ipynb" in question(conversation.submit(ELSEWHERE)).text
    request = started(conversation.submit("y")).request
    assert (request.script, request.args, request.traceback) == (folder / "walker.ipynb", ("--n", "2"), ELSEWHERE)


def test_the_next_program_does_not_inherit_an_answered_traceback(conversation):
    conversation.submit(TRACEBACK)
    conversation.finished(result(CUT), run=started(conversation.submit("yes")).run)
    assert started(conversation.submit("walker.ipynb")).request.traceback is None


def test_a_traceback_checked_alone_still_waits_for_its_script(conversation):
    conversation.submit(ELSEWHERE)
    start = started(conversation.submit("skip"))
    ended = conversation.finished(result(status="inconclusive", executed=False), run=start.run)
    assert isinstance(ended[-1], QuestionTurn)
    assert started(conversation.submit(SCRIPT)).request.traceback == ELSEWHERE


@pytest.mark.parametrize("word", ["yes", "no", "是", "换一个脚本"])
def test_an_answer_without_a_question(conversation, word):
    assert "no open question" in texts(conversation.submit(word))


@pytest.mark.parametrize("word", ["/run", "skip", "again"])
def test_nothing_to_run(conversation, word):
    assert "neither a traceback nor a script" in texts(conversation.submit(word))


def test_a_very_long_line_is_answered_at_once(conversation):
    began = time.monotonic()
    assert "I take a traceback" in texts(conversation.submit("a" * 3_000_000))
    assert time.monotonic() - began < 10


def test_unclear_text_says_what_is_understood(conversation):
    assert "I take a traceback" in texts(conversation.submit("purple monkey dishwasher"))
    conversation.submit(ELSEWHERE)
    assert "Paste the script" in texts(conversation.submit("purple monkey dishwasher"))


def test_a_traceback_without_its_last_line_is_taken_all_the_same(conversation):
    steps = conversation.submit(ELSEWHERE.rpartition("RuntimeError")[0])
    assert "error message, is missing" in texts(steps)
    assert question(steps)


def test_errors_in_the_comments_of_a_program_do_not_make_it_a_traceback(conversation):
    source = f"# RuntimeError: element 0 of tensors does not require grad\n{SCRIPT}"
    assert started(conversation.submit(source)).request.source == source


def test_prompts_and_fences_are_taken_off_a_pasted_program(conversation):
    prompted = "\n".join(f">>> {line}" for line in SCRIPT.splitlines() if line)
    request = started(conversation.submit(prompted)).request
    assert request.source is not None
    assert ">>>" not in request.source
    assert "policy = torch.nn.Linear(2, 1)" in request.source
