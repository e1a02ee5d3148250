"""chat.toml: complete, the same in both languages, and without leftovers."""

import re
from pathlib import Path

import pytest

import gradhelp
from gradhelp.chat.recognise import Recogniser
from gradhelp.chat.words import INTENTS, load_words, shipped_words
from gradhelp.errors import GradhelpError
from gradhelp.report.phrases import phrases

PACKAGE = Path(gradhelp.__file__).parent
SOURCES = "\n".join(path.read_text() for part in ("chat", "tui", "plain") for path in (PACKAGE / part).rglob("*.py"))
COMPOSED = (
    "stage_",
    "role_",
    "family_",
    "simulators_ask_",
    "say_",
    "proof_",
    "outcome_",
    "line_moment_",
    "line_",
    "networks_",
)


def test_both_languages_have_the_same_keys():
    assert phrases("chat", "en").keys() == phrases("chat", "zh").keys()


def test_every_phrase_is_said_somewhere():
    unused = [
        key
        for key in sorted(phrases("chat", "en").keys())
        if not re.search(f"[\"']{key}[\"']", SOURCES) and not key.startswith(COMPOSED)
    ]
    assert unused == []


def test_every_phrase_that_is_said_exists():
    said = set(re.findall(r'(?:say|note|error|_remark)\(\s*"([a-z_-]+)"', SOURCES))
    assert len(said) > 20
    assert said <= phrases("chat", "en").keys()


def test_every_intent_has_words_or_is_a_command():
    assert set(INTENTS) == set(shipped_words().en)


def test_every_word_means_its_intent():
    recogniser = Recogniser(shipped_words(), ["env-step-boundary"])
    for vocabulary in (shipped_words().en, shipped_words().zh):
        for intent, words in vocabulary.items():
            for word in words:
                given = recogniser.recognise(word.removeprefix("="))
                assert getattr(given, "intent", given) == intent, word


def test_what_the_help_teaches_is_understood():
    recogniser = Recogniser(shipped_words(), [])
    for lang in ("en", "zh"):
        for line in re.findall(r"^\| (`.*?) \|", phrases("chat", lang).say("help_md"), re.MULTILINE):
            for typed in re.findall(r"`([^`]+)`", line):
                assert hasattr(recogniser.recognise(typed), "intent"), typed


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("words = 3", "words"),
        ("[words.en]\nwhy = ['why']\n[words.zh]\n", "one language only: why"),
        ("[words.en]\nwhat = ['why']\n[words.zh]\nwhat = []\n", "words.en.what"),
        ("[words", "Expected"),
    ],
)
def test_a_broken_file_is_told_in_a_sentence(tmp_path, text, told):
    path = tmp_path / "chat.toml"
    path.write_text(text)
    with pytest.raises(GradhelpError) as caught:
        load_words(path)
    assert str(path) in str(caught.value)
    assert told in str(caught.value)


def test_a_slash_alone_asks_what_there_is():
    assert Recogniser(shipped_words(), []).recognise("/ ").intent == "help"
