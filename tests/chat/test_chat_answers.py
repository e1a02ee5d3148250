"""Questions after a diagnosis, and about the rules."""

import pytest
from chat_samples import CUT, finding, result, started, texts
from markdown_it import MarkdownIt

from gradhelp.chat import Conversation
from gradhelp.chat.turns import AnswerTurn, DiagnosisTurn, ErrorTurn
from gradhelp.errors import GradhelpError

OTHER = finding("backward-twice", line=9, severity="warning")
HOSTILE = "\x1b[2J<script>alert(1)</script> ``` | [x](javascript:1) ![i](http://e/x.png)\n# head \u202e"


@pytest.fixture
def diagnosed(conversation):
    conversation.finished(result(CUT, OTHER), run=started(conversation.submit("train.py")).run)
    return conversation


@pytest.mark.parametrize(
    "asked", ["why", "Why?", "why does this happen?", "explain it", "为什么？", "/why", "这是怎么回事"]
)
def test_why(diagnosed, asked):
    told = texts(diagnosed.submit(asked))
    assert "Explanation of env-step-boundary." in told
    assert "`train.py` line 4" in told
    assert "<https://example.org/autograd>" in told


@pytest.mark.parametrize("asked", ["fix", "how", "how do I fix it?", "what should i do", "怎么改", "怎么办？", "/fix"])
def test_fix(diagnosed, asked):
    told = texts(diagnosed.submit(asked))
    assert "1. Remove `.detach()`.\n2. Run it." in told
    assert "```diff\n-a\n+b\n```" in told
    assert "*Verified*: ran 5 steps" in told


@pytest.mark.parametrize("asked", ["chain", "show me the chain", "链路"])
def test_chain(diagnosed, asked):
    lines = texts(diagnosed.submit(asked)).splitlines()
    assert lines[0] == "- line 3 · `policy(obs)` · parameters enter · `Add`"
    assert lines[1] == "- line 4 · `x.detach()` · **the gradient ends here**"


@pytest.mark.parametrize("asked", ["others", "other findings", "anything else?", "其他"])
def test_others(diagnosed, asked):
    told = texts(diagnosed.submit(asked))
    assert "1. **Title of env-step-boundary**: `train.py` line 4" in told
    assert "2. Title of backward-twice: `train.py` line 9" in told


@pytest.mark.parametrize("asked", ["/finding", "/finding x", "/finding 99999999999999999999"])
def test_a_finding_without_its_number_lists_them(asked, diagnosed):
    assert "2. Title of backward-twice" in texts(diagnosed.submit(asked))


def test_no_command_is_repeated_at_length(diagnosed):
    (told,) = diagnosed.submit("/" + "a" * 10_000)[1:]
    assert len(told.text) < 1000


@pytest.mark.parametrize("asked", ["next", "2", "#2", "finding 2", "/finding 2", "下一个"])
def test_looking_at_another_finding_changes_what_is_talked_about(diagnosed, asked):
    *_, heading, shown = diagnosed.submit(asked)
    assert heading.text == "Finding 2 of 2"
    assert [each.rule for each in shown.shown.findings] == ["backward-twice", "env-step-boundary"]
    assert "Explanation of backward-twice" in texts(diagnosed.submit("why"))
    assert "no ready-made fix" in texts(diagnosed.submit("fix"))
    assert "no chain" in texts(diagnosed.submit("chain"))
    assert "last finding" in texts(diagnosed.submit("next"))


@pytest.mark.parametrize("asked", ["0", "3", "999"])
def test_findings_that_do_not_exist(diagnosed, asked):
    assert "no other findings" in texts(diagnosed.submit(asked))


def test_a_new_result_is_talked_about_from_its_first_finding(diagnosed):
    diagnosed.submit("2")
    diagnosed.finished(result(CUT, OTHER), run=started(diagnosed.submit("again")).run)
    assert "Explanation of env-step-boundary" in texts(diagnosed.submit("why"))


def test_show_shows_the_diagnosis_in_the_language_of_the_moment(diagnosed):
    diagnosed.submit("lang zh")
    (shown,) = diagnosed.submit("show")[1:]
    assert isinstance(shown, DiagnosisTurn)
    assert shown.lang == "zh"


def test_a_healthy_result_has_nothing_to_explain(conversation):
    conversation.finished(result(status="healthy"), run=started(conversation.submit("train.py")).run)
    for asked in ("why", "fix", "chain"):
        assert "found nothing" in texts(conversation.submit(asked))
    assert "no other findings" in texts(conversation.submit("others"))


@pytest.mark.parametrize("asked", ["why", "fix", "chain", "next", "others", "2", "show"])
def test_before_any_diagnosis(conversation, asked):
    assert "no diagnosis yet" in texts(conversation.submit(asked))


@pytest.mark.parametrize(
    "asked",
    [
        "explain backward-twice",
        "/explain backward-twice",
        "backward-twice",
        "Backward-Twice?",
        "what is backward-twice",
        "解释 backward-twice",
    ],
)
def test_explain_a_rule(conversation, asked):
    told = texts(conversation.submit(asked))
    assert "What happens with backward-twice (en)." in told
    assert "-loss = wrong(x)\n+loss = right(x)\n loss.backward()" in told
    assert "<https://example.org/rule>" in told


def test_explain_alone_means_the_rule_at_hand(diagnosed, conversation):
    assert "What happens with env-step-boundary" in texts(diagnosed.submit("/explain"))


def test_explain_without_anything_at_hand(conversation):
    assert "explain env-step-boundary" in texts(conversation.submit("/explain"))


def test_explain_what_does_not_exist_suggests_what_does(conversation):
    near = conversation.submit("explain backward-twise")[-1]
    assert isinstance(near, ErrorTurn)
    assert "Did you mean backward-twice" in near.text
    assert "Type rules" in texts(conversation.submit("explain zzzz"))


def test_explain_an_error_text_takes_it_as_a_traceback(conversation):
    error = "RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn"
    assert "Which script" in texts(conversation.submit(f"explain {error}"))


@pytest.mark.parametrize("asked", ["rules", "/rules", "规则", "list of rules"])
def test_rules(conversation, asked):
    told = texts(conversation.submit(asked))
    assert "- `env-step-boundary` Title of env-step-boundary" in told
    assert "The graph is cut" in told


def test_both_languages(diagnosed):
    assert "中文" in texts(diagnosed.submit("/lang zh"))
    assert "参考" in texts(diagnosed.submit("why"))
    assert "backward-twice 的标题" in texts(diagnosed.submit("规则"))
    assert "(zh)" in texts(diagnosed.submit("explain backward-twice"))
    assert "English" in texts(diagnosed.submit("english"))
    assert "中文" in texts(diagnosed.submit("中文"))
    assert "/lang" not in texts(diagnosed.submit("lang klingon"))


def test_unknown_commands_are_told_from_paths(conversation):
    assert "no command /frobnicate" in texts(conversation.submit("/frobnicate now"))
    assert "no file /no/such/path.py" in texts(conversation.submit("/no/such/path.py"))


@pytest.mark.parametrize("asked", ["why", "fix", "chain", "others"])
def test_hostile_texts_stay_text(conversation, asked):
    hostile = finding(
        title=HOSTILE, explanation=HOSTILE, file=HOSTILE, references=[HOSTILE],
        chain=[{"file": HOSTILE, "line": 1, "code": HOSTILE, "requires_grad": True, "grad_fn": HOSTILE, "role": "cut"}],
        fixes=[{"title": HOSTILE, "steps": [HOSTILE, HOSTILE], "diff": HOSTILE, "verification": HOSTILE}],
    )  # fmt: skip
    conversation.finished(result(hostile, OTHER), run=started(conversation.submit("train.py")).run)
    (answer,) = conversation.submit(asked)[1:]
    assert isinstance(answer, AnswerTurn)
    assert "\x1b" not in answer.markdown
    assert "\u202e" not in answer.markdown
    tokens = MarkdownIt("commonmark").parse(answer.markdown)
    kinds = {each.type for token in tokens for each in [token, *(token.children or [])]}
    assert not kinds & {"html_block", "html_inline", "image"}


def test_broken_knowledge_is_told_and_not_raised(folder):
    def broken():
        raise GradhelpError("rule.toml is broken")

    conversation = Conversation(folder=folder, rules=broken)
    assert "rule.toml is broken" in texts(conversation.submit("rules"))
