"""Nothing is run before the user has agreed, and the agreement is asked for once a folder."""

from chat_samples import SCRIPT, TRACEBACK, look, started, texts

from gradhelp.chat import Conversation
from gradhelp.chat.consent import KeptConsents
from gradhelp.chat.turns import QuestionTurn, StartRun
from gradhelp.errors import AnalysisError


def starts(steps):
    return [step for step in steps if isinstance(step, StartRun)]


def test_before_running_it_says_what_with_what_and_how(asking):
    steps = asking.submit("train.py --lr 3")
    assert not starts(steps)
    (question,) = [step for step in steps if isinstance(step, QuestionTurn)]
    for told in ("train.py", "/venv/bin/python", "3.11.7", "copy", "60 s"):
        assert told in question.text
    assert started(asking.submit(question.options[0].reply)).request.args == ("--lr", "3")


def test_a_yes_is_remembered_for_that_folder_alone(asking, folder, rules, store, tmp_path):
    asking.submit("train.py")
    run = started(asking.submit("yes")).run
    asking.stopped(run=run)
    assert starts(asking.submit("walker.ipynb"))
    later = Conversation(
        folder=folder,
        rules=lambda: rules,
        consents=KeptConsents(tmp_path / "data" / "consents.json"),
        store=store,
        look=look,
    )
    assert not starts(later.submit("./project/main.py"))
    assert starts(later.submit("train.py"))


def test_a_pasted_script_and_an_environment_are_asked_for_as_well(asking):
    assert not starts(asking.submit(SCRIPT))
    assert not starts(asking.submit("/probe train.py:Env"))
    assert starts(asking.submit("yes"))


def test_declining_leaves_other_ways(asking):
    asking.submit("train.py")
    steps = asking.submit("do not run")
    assert not starts(steps)
    assert [option.reply for option in steps[-1].options] == ["three prints"]
    asking.submit(TRACEBACK)
    assert [option.reply for option in asking.submit("no")[-1].options] == ["only the traceback", "three prints"]


def test_with_the_offer_of_the_tracebacks_own_file_one_yes_is_enough(asking):
    assert "/venv/bin/python" in texts(asking.submit(TRACEBACK))
    assert starts(asking.submit("yes"))


def test_an_interpreter_that_cannot_be_named_is_no_obstacle(folder, rules, store, tmp_path):
    def blind(request):
        raise AnalysisError("no torch")

    consents = KeptConsents(tmp_path / "c.json")
    conversation = Conversation(folder=folder, rules=lambda: rules, consents=consents, store=store, look=blind)
    assert "copy" in texts(conversation.submit("train.py"))
    assert starts(conversation.submit("yes"))


def test_broken_memory_means_asking_again(tmp_path):
    file = tmp_path / "consents.json"
    for content in ("{", "[1, null]", '{"a": 1}', ""):
        file.write_text(content)
        consents = KeptConsents(file)
        assert not consents.given(tmp_path)
        consents.give(tmp_path)
        assert KeptConsents(file).given(tmp_path)
    assert not KeptConsents(tmp_path / "consents.json" / "below").given(tmp_path)
    KeptConsents(tmp_path / "consents.json" / "below").give(tmp_path)


def test_what_was_agreed_to_is_not_explained_again(asking):
    first = texts(asking.submit(TRACEBACK))
    assert "remember a yes" in first
    asking.submit("yes")
    asking.stop()
    asking.stopped(run=asking.running)
    again = texts(asking.submit(TRACEBACK))
    assert "Run it now?" in again
    assert "remember a yes" not in again
