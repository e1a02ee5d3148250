"""Ten whole conversations, from the first word to the last, over a use case that tests hold in their hands.

At each turn it is asserted what the user reads, in the language of the conversation; what is offered is pressed.
"""

import pytest
import tui_told as told
from textual.widgets import Button
from tui_samples import SCRIPT, TRACEBACK, HeldRunner, make_app, over, press, screen_text, send, until
from tui_scenes import MISSING, PIECE, NotYet

from gradhelp.catalog import load_rules
from gradhelp.report.phrases import phrases
from gradhelp.tui import blocks

SIZE = (120, 150)
"""Tall enough to read every conversation from its first line."""
in_both = pytest.mark.parametrize("lang", ["en", "zh"])


def ready(outcome, **options):
    runner = HeldRunner(outcome, **options)
    runner.let_go.set()
    return runner


async def reads(pilot, *texts):
    """The user reads this; where the lines are broken does not matter."""

    def missing():
        seen = flat(screen_text(pilot.app))
        return [text for text in texts if flat(text) not in seen]

    try:
        await until(pilot, lambda: not missing())
    except AssertionError:
        seen = "\n".join(line for line in screen_text(pilot.app).splitlines() if line)
        raise AssertionError(f"{missing()} not read in:\n{seen}") from None


def flat(text):
    return "".join(text.replace("▌", "").split())


def options(pilot):
    """What can be chosen now."""
    questions = pilot.app.query(blocks.QuestionBlock)
    return [
        str(each.label).lstrip("0123456789 ")
        for block in questions
        for each in block.query(Button)
        if block_open(block)
    ]


def block_open(block):
    return not block.has_class("-closed")


def changes_of(rule, lang):
    """What the rule says is to be changed: the lines that its example loses and gets."""
    change = rule.example_change().splitlines()[2:]
    return [phrases("report", lang).say("example"), *(line for line in change if line.startswith(("+", "-")))]


@in_both
async def test_traceback_first(folder, lang):
    runner = ready(told.diagnosis(lang), recording=told.OBSERVED)
    app = make_app(folder, runner, lang=lang, consents=NotYet())
    say = app.voice.say
    async with app.run_test(size=SIZE) as pilot:
        await reads(pilot, say("welcome"))
        await send(pilot, TRACEBACK)
        await reads(pilot, "RuntimeError: element 0 of tensors does not require grad", "train.py", "/venv/bin/python")
        assert options(pilot) == [say("option_run"), say("option_other"), say("option_alone")]
        assert not runner.requests
        await press(pilot, say("option_run"))
        await over(pilot)
        words = told.WORDS[lang]
        await reads(pilot, "[detach-call]", words["title"], "train.py:4", words["fix"], words["proof"], "2,400")
        await reads(pilot, say("next_fixable"))
        assert runner.requests[0].traceback == TRACEBACK
        assert runner.requests[0].lang == lang
        await send(pilot, {"en": "why", "zh": "为什么"}[lang])
        await reads(pilot, words["why"].split("\n\n")[1].replace("`", ""))
        await send(pilot, {"en": "chain", "zh": "链路"}[lang])
        await reads(pilot, "torch.nn.Linear(2, 1)", say("role_source"), say("role_cut"))
        await send(pilot, {"en": "thanks", "zh": "谢谢"}[lang])
        await reads(pilot, say("say_thanks"))


async def test_script_first(folder):
    runner = ready(told.diagnosis("en"))
    app = make_app(folder, runner, consents=NotYet())
    async with app.run_test(size=SIZE) as pilot:
        await send(pilot, SCRIPT)
        await reads(pilot, "May I run the script pasted here?", "/venv/bin/python", "in a copy")
        assert options(pilot) == ["Run it", "Do not run it"]
        await press(pilot, "Run it")
        await over(pilot)
        await reads(pilot, "error[detach-call]", "Drop the detach", "Verified.")
        assert runner.requests[0].source.strip() == SCRIPT.strip()
        await send(pilot, "/save")
        await reads(pilot, "The change is in gradhelp.patch")
        assert "-loss = policy(torch.ones(2)).detach().sum()" in (folder / "gradhelp.patch").read_text()


async def test_question_first(folder):
    runner = ready(told.diagnosis("en"))
    app = make_app(folder, runner, rules=load_rules)
    async with app.run_test(size=SIZE) as pilot:
        await send(pilot, "what is a leaf tensor?")
        await reads(pilot, "Parameters are leaves")
        await send(pilot, "什么是叶子张量？")
        await reads(pilot, "叶子张量", "参数是 requires_grad=True 的叶子")
        assert len(app.query(blocks.AnswerBlock)) == 2
        await send(pilot, "train.py")
        await over(pilot)
        await reads(pilot, "error[detach-call]")
        await send(pilot, "is the fix safe?")
        await reads(pilot, app.voice.say("safe_written"))


@in_both
async def test_a_piece_only(folder, lang):
    app = make_app(folder, lang=lang, rules=load_rules)
    say = app.voice.say
    async with app.run_test(size=SIZE) as pilot:
        await send(pilot, PIECE)
        await reads(pilot, say("ask_fragment", names="critic, obs"))
        await press(pilot, say("option_walk"))
        await reads(pilot, "print(obs.requires_grad)", "print(loss.requires_grad)", "print(obs.grad_fn)")
        await press(pilot, "False · False · None")
        await reads(pilot, {"en": "Neither the observation nor the loss", "zh": "观测和损失都不带梯度"}[lang])
        assert len(options(pilot)) == 5
        await press(pilot, {"en": "a replay buffer or a data set", "zh": "回放缓冲区或数据集"}[lang])
        rule = next(each for each in load_rules() if each.id == "buffer-data")
        await reads(pilot, {"en": "Suspected", "zh": "推测"}[lang], rule.title.of(lang).replace("`", ""))
        await reads(pilot, *changes_of(rule, lang), say("next_walked"))
        assert options(pilot) == []


async def test_a_healthy_program(folder):
    app = make_app(folder, ready(told.healthy("en"), recording=told.OBSERVED))
    async with app.run_test(size=SIZE) as pilot:
        await send(pilot, "train.py")
        await over(pilot)
        await reads(
            pilot, "Watched 2,400 environment steps, 12 optimizer steps, 1 iteration in 3.1 s", "ran to its end"
        )
        await reads(pilot, "healthy", told.WORDS["en"]["healthy"], app.voice.say("next_healthy"))
        await send(pilot, "will it learn?")
        await reads(pilot, app.voice.say("healthy_outlook"))
        await send(pilot, "fix")
        await reads(pilot, app.voice.say("no_finding"))


async def test_no_gradient_problem(folder):
    runner = ready(told.other("en"))
    app = make_app(folder, runner)
    async with app.run_test(size=SIZE) as pilot:
        await send(pilot, MISSING)
        await over(pilot)
        await reads(pilot, "No module named 'gymnasium'", "nothing is run", "not a gradient problem")
        await reads(pilot, told.WORDS["en"]["other"], app.voice.say("next_healthy"))
        assert not runner.requests[0].run
        await send(pilot, "fix")
        await reads(pilot, app.voice.say("no_finding"))


async def test_the_user_stops(folder):
    runner = HeldRunner(told.diagnosis("en"), recording=told.SEEN_UNTIL_STOPPED)
    app = make_app(folder, runner)
    async with app.run_test(size=SIZE) as pilot:
        await send(pilot, "train.py")
        await reads(pilot, "Running train.py", "2,400 environment steps", "12 optimizer steps", "Esc Stop")
        await pilot.press("escape")
        await over(pilot)
        assert runner.cancelled
        await reads(pilot, "Stopped. Type again to run it once more.")
        await reads(pilot, "Watched 800 environment steps, 4 optimizer steps, 2 iterations in 2.0 s", "stopped by you")
        runner.let_go.set()
        await send(pilot, "again")
        await over(pilot)
        await reads(pilot, "error[detach-call]")
        assert [each.script for each in runner.requests] == [folder / "train.py"] * 2


async def test_the_user_declines(folder):
    runner = ready(told.unsure("en"))
    app = make_app(folder, runner, consents=NotYet(), rules=load_rules)
    async with app.run_test(size=SIZE) as pilot:
        await send(pilot, TRACEBACK)
        await press(pilot, "Only the traceback")
        await over(pilot)
        assert [each.run for each in runner.requests] == [False]
        await reads(pilot, "nothing is run", "inconclusive", told.WORDS["en"]["unsure"])
        await send(pilot, "train.py")
        await press(pilot, "Do not run it")
        await reads(pilot, app.voice.say("ask_other_script"))
        await press(pilot, "Find it by questions")
        await send(pilot, "True False MulBackward0")
        await reads(pilot, "the gradient was lost between the two")
        await press(pilot, ".detach() or .data")
        rule = next(each for each in load_rules() if each.id == "detach-call")
        await reads(pilot, "Suspected", "nothing was run", *changes_of(rule, "en"))
        assert len(runner.requests) == 1


@in_both
async def test_a_fix_is_applied_and_undone(folder, lang):
    runner = ready(told.diagnosis(lang))
    app = make_app(folder, runner, lang=lang)
    say = app.voice.say
    async with app.run_test(size=SIZE) as pilot:
        await send(pilot, "train.py")
        await over(pilot)
        await reads(pilot, say("fix_verified", extent=say("extent_line", count=1, where="train.py")))
        await press(pilot, say("do_apply"))
        await reads(pilot, say("applied", files="train.py", backups="train.py.bak"), "python train.py")
        assert ".detach()" not in (folder / "train.py").read_text()
        assert (folder / "train.py.bak").read_text() == SCRIPT
        assert options(pilot) == [say("option_again"), say("option_undo")]
        await press(pilot, say("option_undo"))
        await reads(pilot, say("undone", files="train.py"))
        assert (folder / "train.py").read_text() == SCRIPT
        await send(pilot, "/undo")
        await reads(pilot, say("undo_none"))


async def test_a_question_about_simulators(folder):
    app = make_app(folder)
    async with app.run_test(size=SIZE) as pilot:
        await send(pilot, "which simulator has gradients for contacts?")
        await reads(pilot, "What you need", "contacts: yes", "✓", "torch or JAX", "how many environments at once")
        await send(pilot, "torch, 1000 environments, on a GPU")
        await until(pilot, lambda: len(app.query(blocks.AnswerBlock)) == 2)
        await reads(pilot, "framework: torch", "environments at once: 1000", "device: gpu")
        answer = list(app.query(blocks.AnswerBlock))[-1].markdown
        choices = [line for line in answer.splitlines() if line.startswith(("1. **", "2. **"))]
        assert len(choices) == 2
        assert all("checked" in line for line in choices)
        assert answer.count("   - ✓ ") >= 2
        await reads(pilot, "steps 1000 environments at once", "runs on a GPU")
