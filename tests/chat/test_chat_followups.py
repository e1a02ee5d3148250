"""What is asked right after a diagnosis: where, what of that line, how do you know, is it safe, will it train."""

import pytest
from chat_samples import CUT, finding, result, started, texts

from gradhelp.chat.places import Place, place_in
from gradhelp.diagnose import Result
from gradhelp.facts.recording import Recording
from gradhelp.model.diagnosis import ChainLink, Diagnosis, ErrorInfo, Fix, RunInfo
from gradhelp.model.matrix import LossMatrix, MatrixCell, MatrixTerm

SOURCE = (
    "import torch\n\nmean = policy(obs)\nfixed = mean.detach()\nloss = fixed.sum()\nlog(noise * 2)\nloss.backward()\n"
)
LOOP = "loop()\n" * 30


def span(line: int, code: str) -> dict[str, object]:
    return {"file": "train.py", "line": line, "column": 1, "end_line": line, "end_column": 9, "code": code}


def node(number: int, line: int, code: str, **fields: object) -> dict[str, object]:
    return {"id": number, "span": span(line, code), "value": "tensor", "operands": [], "ordinal": number} | fields


RECORDING = Recording(
    (
        {
            "event": "ledger", "id": 1, "reason": "no-grad", "call": span(7, "loss.backward()"), "loss": 0,
            "nodes": [
                node(0, 5, "fixed.sum()", operands=[1]),
                node(1, 4, "mean.detach()", operands=[2]),
                node(2, 3, "policy(obs)", live=True, requires_grad=True, grad_fn="AddmmBackward0"),
                node(3, 6, "noise * 2"),
            ],
        },
        {"event": "moment", "what": "backward", "span": span(7, "loss.backward()"), "ordinal": 9, "function": ""},
    )
)  # fmt: skip
CHAIN = [
    ChainLink(
        file="train.py", line=3, code="policy(obs)", requires_grad=True, grad_fn="AddmmBackward0", role="carries"
    ),
    ChainLink(file="train.py", line=4, code="mean.detach()", requires_grad=False, role="cut"),
    ChainLink(file="train.py", line=5, code="fixed.sum()", requires_grad=False, role="loss"),
]
PROVED = Fix(
    title="Drop the detach", steps=["Remove it."], diff="-a\n+b\n", verified=True, verification="All 2 got one."
)


def seen(*, fixes: list[Fix] | None = None, evidence: str = "live", recorded: bool = True) -> Result:
    run = RunInfo(executed=recorded, outcome="raised", seconds=1.25, optimizer_steps=3, python="3.11.7", torch="2.6.0")
    found = finding("detach-call", chain=CHAIN, fixes=[PROVED] if fixes is None else fixes, evidence=evidence)
    other = finding("backward-twice", line=7, severity="warning")
    error = ErrorInfo(family="no-grad-fn", type="RuntimeError", message="m", file="train.py", line=7)
    diagnosis = Diagnosis(
        status="diagnosed", summary="s", findings=[found, other], run=run if recorded else RunInfo(), error=error
    )
    sources = {"train.py": SOURCE, "package/loop.py": LOOP}
    return Result(
        diagnosis=diagnosis, sources=sources, recording=RECORDING if recorded else None, script_exit_code=None
    )


@pytest.fixture
def diagnosed(conversation):
    def after(outcome: Result):
        conversation.finished(outcome, run=started(conversation.submit("train.py")).run)
        return conversation

    return after


@pytest.mark.parametrize(
    "asked",
    ["which line?", "where", "where exactly is it", "where does the error come from?", "哪一行", "在哪？", "错在哪里"],
)
def test_where(diagnosed, asked):
    told = texts(diagnosed(seen()).submit(asked))
    assert "`train.py` line 4" in told
    assert "fixed = mean.detach()" in told
    assert "only surfaces at `train.py` line 7" in told


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("what about line 3?", ["`mean = policy(obs)`", "not to blame", "`train.py` line 4", "(`AddmmBackward0`)"]),
        ("line 4", ["This is where the gradient ends", "`mean.detach()`: carried no gradient"]),
        ("why not line 5?", ["behind the cut", "would not bring it back"]),
        ("and line 6 of train.py?", ["`noise * 2`: carried no gradient", "not on the path"]),
        ("line 7", ["Finding 2 is about this line", "backward() runs here"]),
        ("line 1", ["shows nothing of this line"]),
        ("line 2", ["holds no code"]),
        ("train.py:99", ["`train.py` has only 7 lines"]),
        ("line 20", ["`package/loop.py` line 20", "shows nothing of this line"]),
        ("line 2 of loop.py", ["`package/loop.py` line 2"]),
        ("/line 4", ["This is where the gradient ends"]),
        ("第 4 行呢", ["This is where the gradient ends"]),
        ("为什么不是第5行", ["behind the cut"]),
    ],
)
def test_a_line_is_told_as_the_chain_and_the_recording_know_it(diagnosed, asked, told):
    answer = texts(diagnosed(seen()).submit(asked))
    for each in told:
        assert each in answer, answer


def test_without_a_run_nothing_is_said_of_a_line(diagnosed):
    assert "Nothing was run" in texts(diagnosed(seen(evidence="traceback", recorded=False)).submit("line 6"))


def test_a_line_is_asked_for_by_number(diagnosed):
    assert "Type for instance: line 41" in texts(diagnosed(seen()).submit("/line"))


@pytest.mark.parametrize("asked", ["how do you know?", "was it run?", "are you sure?", "你怎么知道的", "真的运行过吗"])
def test_what_it_rests_on(diagnosed, asked):
    told = texts(diagnosed(seen()).submit(asked))
    assert "seen in a run of your program" in told
    assert "torch `2.6.0`, 1.2 s, 3 optimizer steps; it ended with an error" in told
    assert "3 expressions" in told
    assert "All 2 got one." in told


@pytest.mark.parametrize(("evidence", "told"), [("traceback", "nothing was run"), ("static", "from the text")])
def test_what_was_not_seen_is_not_called_seen(diagnosed, evidence, told):
    answer = texts(diagnosed(seen(evidence=evidence, recorded=False, fixes=[])).submit("how do you know"))
    assert told in answer
    assert "seen in a run of your program, not guessed" not in answer
    assert "optimizer steps" not in answer


@pytest.mark.parametrize(
    "asked", ["is the fix safe?", "is it safe", "can I trust the fix?", "这个改法安全吗", "会不会改坏"]
)
def test_whether_the_repair_is_safe(diagnosed, asked):
    told = texts(diagnosed(seen()).submit(asked))
    assert "All 2 got one." in told
    assert "Nothing of yours is changed unless" in told
    assert "what you meant" in told


def test_a_repair_that_was_not_proved_is_not_called_safe(diagnosed):
    untried = PROVED.model_copy(update={"verified": False, "verification": "It raised."})
    told = texts(diagnosed(seen(fixes=[untried])).submit("is the fix safe?"))
    assert "not proved by a run. It raised." in told
    assert "no ready-made fix" in texts(diagnosed(seen(fixes=[])).submit("is the fix safe?"))


@pytest.mark.parametrize("asked", ["will it train now?", "is that enough?", "现在能训练了吗", "这样就好了吗"])
def test_whether_it_will_train(diagnosed, asked):
    told = texts(diagnosed(seen()).submit(asked))
    assert "the gradient arrives. All 2 got one." in told
    assert "More findings: 1." in told
    assert "no promise" in told
    assert "I cannot say" in texts(diagnosed(seen(fixes=[])).submit(asked))


def test_a_healthy_program_is_promised_nothing(diagnosed):
    told = texts(diagnosed(result(status="healthy")).submit("will it train now?"))
    assert "which I do not judge" in told


MATRIX = LossMatrix(
    loss="loss", file="train.py", line=7, components=["actor", "critic", "encoder", "teacher"], measured=True,
    terms=[
        MatrixTerm(term="policy_loss", live=True, cells=[MatrixCell(state="zero"), MatrixCell(state="not-reached"),
                   MatrixCell(state="not-reached"), MatrixCell(state="not-required")]),
        MatrixTerm(term="value_loss", live=True, cells=[MatrixCell(state="not-reached"), MatrixCell(state="reached", norm=1.0),
                   MatrixCell(state="not-reached"), MatrixCell(state="not-required")]),
    ],
)  # fmt: skip


@pytest.mark.parametrize("asked", ["which network gets no gradient?", "is the critic affected?", "哪个网络没有梯度"])
def test_which_network_gets_a_gradient(diagnosed, asked):
    outcome = seen()
    split = outcome.model_copy(update={"diagnosis": outcome.diagnosis.model_copy(update={"losses": [MATRIX]})})
    told = texts(diagnosed(split).submit(asked))
    assert "`actor` is reached by `policy_loss`, but the gradient is exactly zero" in told
    assert "`critic` gets a gradient, from `value_loss`" in told
    assert "`encoder` gets no gradient" in told
    assert "`teacher` is frozen" in told
    whole = texts(diagnosed(seen()).submit(asked))
    assert "cannot say which term reaches which network" in whole
    assert "Title of detach-call" in whole
    assert "A summary." in texts(diagnosed(result(status="healthy")).submit(asked))


def test_after_an_error_nothing_is_said_of_what_comes_behind_it(diagnosed):
    outcome = seen()
    alone = outcome.diagnosis.model_copy(update={"findings": outcome.diagnosis.findings[:1]})
    told = texts(diagnosed(outcome.model_copy(update={"diagnosis": alone})).submit("what else is wrong?"))
    assert "what comes after it was not seen" in told


@pytest.mark.parametrize("asked", ["what should I do now?", "what now?", "next step", "我现在该做什么", "接下来呢"])
def test_what_to_do(diagnosed, asked):
    assert "1. Remove it." in texts(diagnosed(seen()).submit(asked))


@pytest.mark.parametrize(
    "asked", ["which line?", "line 4", "how do you know?", "is the fix safe?", "will it train now?"]
)
def test_before_any_diagnosis_there_is_none_to_ask_about(conversation, asked):
    assert "no diagnosis yet" in texts(conversation.submit(asked))


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("hello", "Give me a PyTorch traceback"),
        ("你好", "Give me a PyTorch traceback"),
        ("thanks!", "You are welcome"),
        ("谢谢", "You are welcome"),
        ("who are you?", "no language model"),
        ("what is your name", "no language model"),
        ("are you an LLM?", "no language model"),
        ("你是谁", "no language model"),
        ("你是大模型吗", "no language model"),
        ("fix my code", "Paste a traceback or a script first"),
        ("帮我改代码", "Paste a traceback or a script first"),
        ("help me", "**Give me** a traceback"),
    ],
)
def test_small_talk_is_short_and_honest(conversation, asked, told):
    assert told in texts(conversation.submit(asked))
    assert "没有" not in texts(conversation.submit(asked))


def test_hostile_names_and_code_stay_inside_code(diagnosed):
    hostile = "x = '\x1b[2J<b>``` | [a](javascript:1)'"
    outcome = seen().model_copy(update={"sources": {"train.py": "\n" * 3 + hostile + "\n" * 9}})
    for asked in ("which line", "line 4"):
        told = texts(diagnosed(outcome).submit(asked))
        assert "\x1b" not in told
    assert "no diagnosis" not in texts(diagnosed(seen(fixes=CUT.fixes)).submit("line 3 of ../../etc/<b>.py"))


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ("line 41", Place("", 41)),
        ("Line #7?", Place("", 7)),
        ("what of line 12 in agents/ppo.py", Place("agents/ppo.py", 12)),
        ("agents/ppo.py:12", Place("agents/ppo.py", 12)),
        ("train.py 的第 3 行", Place("train.py", 3)),
        ("第3行", Place("", 3)),
        ("online 4 agents", None),
        ("the first line", None),
        ("41", None),
        ("第一行", None),
    ],
)
def test_the_line_that_a_message_names(message, place):
    assert place_in(message) == place
