"""What every answer gets for free: both languages saying the same, texts that every front end can show, true names."""

import re

import pytest
from markdown_it import MarkdownIt

from gradhelp.catalog import load_rules
from gradhelp.catalog.load_answers import InvalidAnswer, load_answer_folder, load_answers

ANSWERS = load_answers()
CHINESE = re.compile(r"[\u4e00-\u9fff]")
RULES = {rule.id for rule in load_rules()}
FAMILIES = {rule.family for rule in load_rules()}
LONGEST = 1300

# What the two documents that gradhelp grew from ask and claim, in their order.
FIRST_DOCUMENT = [
    "element-0-does-not-require-grad", "env-step-detached", "cpu-and-numpy", "detach", "eval-and-no-grad",
    "no-grad-in-training", "buffer-data-gradient", "custom-env-new-leaf", "check-observation-gradient",
    "debugging-procedure", "keep-the-action-whole", "ways-out-of-env-step", "which-simulator", "brax-from-torch",
    "mujoco-observation-loss", "observation-to-numpy", "requires-grad-without-grad-fn", "error-and-the-loss-function",
    "what-loses-the-gradient",
]  # fmt: skip
SECOND_DOCUMENT = [
    "gradients-only-with-clipping", "gradients-all-zero", "loss-not-connected", "detached-inputs",
    "optimizer-configuration", "clip-creates-gradients", "ppo-gradient-diagnosis", "printed-zero",
]  # fmt: skip
BELIEFS = [
    "clip-creates-gradients",
    "printed-zero",
    "weights-moved",
    "requires-grad-on-loss",
    "detach-forms",
    "loss-falls",
]

each_answer = pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.id)


def test_every_point_of_the_two_documents_is_answered() -> None:
    ids = {answer.id for answer in ANSWERS}
    assert {*FIRST_DOCUMENT, *SECOND_DOCUMENT} <= ids


def test_there_are_enough_of_each_kind() -> None:
    kinds = [answer.kind for answer in ANSWERS]
    assert kinds.count("term") >= 35
    assert kinds.count("question") >= 25
    assert {answer.id for answer in ANSWERS if answer.experiment} >= set(BELIEFS)


def test_no_question_is_asked_twice() -> None:
    asked = [question for answer in ANSWERS for question in (*answer.asked.en, *answer.asked.zh)]
    assert sorted({each for each in asked if asked.count(each) > 1}) == []


@each_answer
def test_rules_exist(answer) -> None:
    assert set(answer.rules) <= RULES
    assert set(answer.here) <= RULES | FAMILIES


@each_answer
def test_the_languages_are_what_they_claim(answer) -> None:
    assert not any(CHINESE.search(text) for text in (answer.title.en, *answer.asked.en))
    assert CHINESE.search(answer.text.zh)
    for question in answer.asked.zh:
        assert CHINESE.search(question)
    assert len(answer.text.en) <= LONGEST


@each_answer
def test_texts_show_everywhere(answer) -> None:
    parser = MarkdownIt("commonmark")
    for text in (answer.text.en, answer.text.zh):
        kinds = {token.type for token in parser.parse(text)}
        inner = {child.type for token in parser.parse(text) for child in token.children or []}
        assert not kinds & {"heading_open", "html_block", "hr"}
        assert not inner & {"html_inline", "image", "link_open"}
        assert "|--" not in text


@each_answer
def test_code_is_python_and_the_same_in_both_languages(answer) -> None:
    def blocks(text: str) -> list[str]:
        return [token.content for token in MarkdownIt("commonmark").parse(text) if token.type == "fence"]

    assert blocks(answer.text.en) == blocks(answer.text.zh)
    for block in blocks(answer.text.en):
        compile(block, answer.id, "exec")


def _inline_code(text: str) -> set[str]:
    found = set()
    for token in MarkdownIt("commonmark").parse(text):
        found |= {child.content for child in token.children or [] if child.type == "code_inline"}
    return found


@each_answer
def test_names_of_functions_are_the_same_in_both_languages(answer) -> None:
    assert _inline_code(answer.text.en) == _inline_code(answer.text.zh)


GOOD = """
[[answer]]
id = "a-b"
kind = "term"
references = ["https://example.org"]
title = {en = "t", zh = "题"}
asked = {en = ["a", "b"], zh = ["甲", "乙"]}
text = {en = "t", zh = "文"}
"""


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({}, "holds no answers"),
        ({"x.toml": "["}, "not valid TOML"),
        ({"x.toml": GOOD + GOOD}, "'a-b' is taken"),
        ({"x.toml": GOOD.replace("https://example.org", "nowhere")}, "references"),
        ({"x.toml": GOOD.replace('"term"', '"joke"')}, "kind"),
        ({"x.toml": GOOD.replace("id =", "name =")}, "an answer without id"),
        ({"a-b/answer.toml": GOOD}, "missing experiment.py"),
        ({"c/answer.toml": GOOD, "c/experiment.py": ""}, "the folder is called 'c'"),
    ],
)
def test_a_wrong_file_is_told_with_its_name(tmp_path, files, told) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    with pytest.raises(InvalidAnswer) as caught:
        load_answer_folder(tmp_path)
    assert told in str(caught.value)


def test_a_right_file_is_read(tmp_path) -> None:
    (tmp_path / "x.toml").write_text(GOOD)
    (answer,) = load_answer_folder(tmp_path)
    assert (answer.id, answer.experiment) == ("a-b", None)
