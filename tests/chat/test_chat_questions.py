"""Free questions: answered from the knowledge in their own language, about the last finding where they point at it."""

import pytest
from chat_samples import CUT, TRACEBACK, AllAgreed, finding, look, result, started, texts

from gradhelp.catalog import load_rules
from gradhelp.chat import Conversation
from gradhelp.chat.recognise import Ask, recognised
from gradhelp.chat.turns import AnswerTurn, NoteTurn, QuestionTurn, StartExperiment
from gradhelp.errors import AnalysisError
from gradhelp.retrieval.experiment import Measured

MEASURED = Measured(answer="weights-moved", table="optimizer  moved\nSGD  0.0 ``` <b>\n", torch="2.3.0", seconds=0.25)


@pytest.fixture
def plain(folder) -> Conversation:
    """A conversation over the shipped rules."""
    return Conversation(folder=folder, rules=load_rules, consents=AllAgreed(), look=look)


def after(conversation: Conversation, rule: str) -> Conversation:
    """The conversation once a finding of that rule has been shown."""
    conversation.finished(result(finding(rule)), run=started(conversation.submit("train.py")).run)
    return conversation


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("what is a leaf tensor?", "Leaf tensor"),
        ("what is a computation graph?", "Computation graph"),
        ("why does env.step cut the gradient?", "Autograd records torch operations only"),
        ("why should advantages be detached?", "In the policy loss the advantage is a weight"),
        ("can I fix it with loss.requires_grad_(True)?", "the loss becomes a leaf"),
        ("how does rsample work", "keeps the path from the sample"),
        ("which operations stop the gradient?", "leaving torch"),
        ("计算图是什么？", "计算图"),
        ("rsample 怎么用", "保留样本到分布参数的路径"),
        ("为什么 .grad 是 None？", "按可能性排列"),
        ("what is a differentiable simulator?", "gives derivatives of its step"),
    ],
)
def test_a_question_is_answered_before_anything_was_diagnosed(plain, asked, told):
    answer = plain.submit(asked)[1]
    assert isinstance(answer, AnswerTurn)
    assert told in answer.markdown


def test_the_answer_is_in_the_language_of_the_question(plain):
    assert "什么也没有训练" in texts(plain.submit("能不能给 loss 加 requires_grad_(True)"))
    plain.submit("/lang zh")
    assert "nothing trains" in texts(plain.submit("can I add requires_grad_(True) to the loss?"))


@pytest.mark.parametrize(
    ("rule", "asked", "told"),
    [
        ("detach-call", "can I fix this with loss.requires_grad_(True)?", "Here it would only hide the finding"),
        ("backward-twice", "does retain_graph=True fix it?", "Here something of an earlier backward"),
        ("none-gradients", "why is .grad None?", "Here the loss never reaches these parameters"),
        ("no-grad-region", "为什么 .grad 是 None？", "断点背后的部分得不到梯度"),
    ],
)
def test_a_remedy_by_name_is_judged_for_the_last_finding(plain, rule, asked, told):
    assert told in texts(after(plain, rule).submit(asked))


def test_sources_and_rules_stand_below_the_answer(plain):
    told = texts(plain.submit("what is retain_graph?"))
    assert "`backward-twice`" in told
    assert "<https://docs.pytorch.org/docs/stable/generated/torch.Tensor.backward.html>" in told


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("detach-call", "Here, yes"),
        ("env-step-boundary", "Here, no"),
        ("missing-detach", "Here you would gain"),
        ("numpy-roundtrip", "Here the gradient is lost already"),
    ],
)
def test_a_question_about_here_is_answered_for_the_last_finding(plain, rule, told):
    general = texts(plain.submit("do I lose anything by detaching here?"))
    assert told not in general
    assert "In your program" not in general
    here = texts(after(plain, rule).submit("do I lose anything by detaching here?"))
    assert f"**In your program:** {told}" in here
    assert "**在你的程序中：** 在这里" in texts(plain.submit("在这里 detach 会损失什么吗？"))


@pytest.mark.parametrize(
    "asked", ["why?", "why is the gradient lost here?", "why does this happen", "为什么", "为什么这里的梯度断了"]
)
def test_why_is_about_the_finding(plain, asked):
    assert "Explanation of detach-call." in texts(after(plain, "detach-call").submit(asked))


@pytest.mark.parametrize("asked", ["how do I fix it?", "what should I change", "怎么改", "where is it lost?"])
def test_questions_without_a_subject_are_about_the_finding(plain, asked):
    after(plain, "detach-call")
    assert "References" not in texts(plain.submit(asked))


def test_a_finding_does_not_keep_from_asking_about_something_else(plain):
    after(plain, "detach-call")
    assert "the advantage is a weight" in texts(plain.submit("why should advantages be detached?"))
    assert "Explanation of detach-call." in texts(plain.submit("why"))


@pytest.mark.parametrize("asked", ["how do I calibrate a stereo camera?", "is my optimizer afraid of the moon?"])
def test_without_a_sure_answer_it_says_so_and_offers_what_is_near(plain, asked):
    (question,) = plain.submit(asked)[1:]
    assert isinstance(question, QuestionTurn)
    assert "no answer" in question.text
    assert 0 < len(question.options) <= 3
    for option in question.options:
        assert isinstance(plain.submit(option.reply)[1], AnswerTurn), option


@pytest.mark.parametrize("asked", ["how do I cook rice?", "今天天气怎么样", "tell me a joke"])
def test_nothing_is_invented(plain, asked):
    assert not any(isinstance(step, AnswerTurn) for step in plain.submit(asked))


def test_while_a_script_is_wanted_a_question_is_still_answered(plain):
    plain.submit(TRACEBACK.replace("train.py", "/somewhere/else/agent.py"))
    assert "Leaf tensor" in texts(plain.submit("what is a leaf tensor"))
    assert "Paste the script" in texts(plain.submit("how do I calibrate a stereo camera?"))


def test_explain_takes_a_question_and_a_name(plain):
    assert "Leaf tensor" in texts(plain.submit("explain leaf-tensor"))
    assert "Leaf tensor" in texts(plain.submit("/explain what is a leaf tensor"))
    assert "gradient history" in texts(plain.submit("explain no-grad-fn"))
    assert "detach between the parameters and the loss" in texts(plain.submit("explain detach-call"))


def test_an_answer_can_be_measured(plain):
    offer = plain.submit("do moving weights prove that there is a gradient?")[-1]
    assert isinstance(offer, QuestionTurn)
    (option,) = offer.options
    note, start = plain.submit(option.reply)[1:]
    assert isinstance(note, NoteTurn)
    assert "weights-moved" in note.text
    assert isinstance(start, StartExperiment)
    assert start.experiment.is_file()
    assert plain.running == start.run
    assert "check is running" in texts(plain.submit("experiment"))
    (answer,) = plain.ended(MEASURED, cancelled=False, run=start.run)
    assert plain.running is None
    assert "torch `2.3.0`" in answer.markdown
    assert "````text\noptimizer  moved\nSGD  0.0 ``` <b>\n````" in answer.markdown


def test_an_experiment_leaves_the_diagnosis_alone(plain):
    after(plain, "detach-call")
    plain.submit("does clip_grad_norm_ create gradients?")
    start = plain.submit("实验")[-1]
    plain.ended(MEASURED, cancelled=False, run=start.run)
    assert "Explanation of detach-call." in texts(plain.submit("why"))
    assert started(plain.submit("again")).request.script is not None


def test_an_experiment_can_be_stopped_and_can_fail(plain):
    plain.submit("does clip_grad_norm_ create gradients?")
    run = plain.submit("experiment")[-1].run
    assert "Stopped" in plain.ended(AnalysisError("x"), cancelled=True, run=run)[0].text
    run = plain.submit("experiment")[-1].run
    assert "no torch here" in plain.ended(AnalysisError("no torch here"), cancelled=False, run=run)[0].text
    assert plain.ended(MEASURED, cancelled=False, run=run) == []


def test_without_an_experiment_there_is_nothing_to_measure(plain):
    assert "no experiment" in texts(plain.submit("experiment"))
    plain.submit("does clip_grad_norm_ create gradients?")
    plain.submit("what is a leaf tensor?")
    assert "no experiment" in texts(plain.submit("experiment"))
    plain.submit("does clip_grad_norm_ create gradients?")
    plain.submit("/new")
    assert "no experiment" in texts(plain.submit("experiment"))


def test_looking_at_a_cut_is_not_a_question(conversation):
    conversation.finished(result(CUT), run=started(conversation.submit("train.py")).run)
    assert "the gradient ends here" in texts(conversation.submit("chain"))


@pytest.mark.parametrize(
    ("question", "deed"),
    [
        ("how do I undo?", "undo"),
        ("Should I apply it?", "apply"),
        ("what happens if I apply the fix?", "apply"),
        ("how do I copy the answer?", "copy"),
        ("怎么撤销刚才的修改", "undo"),
        ("怎么写入文件？", "apply"),
        ("能导出对话吗", "export"),
    ],
)
def test_who_asks_about_a_deed_is_told_how_and_nothing_is_done(plain, question, deed):
    _, *told = plain.submit(question)
    assert [type(step) for step in told] == [NoteTurn]
    assert f"/{deed}" in told[0].text


@pytest.mark.parametrize(
    "question", ["how do I copy a tensor", "how can I stop the gradient", "如何保存模型", "怎么复制张量"]
)
def test_deeds_on_other_things_are_not_those_of_the_chat(question):
    assert not (isinstance(given := recognised(question, ()), Ask) and given.intent == "how")
