"""A conversation over a small folder, with two rules made for the purpose."""

from pathlib import Path

import pytest
from chat_samples import SCRIPT, TRACEBACK, AllAgreed, look

from gradhelp.catalog import Bilingual, Rule
from gradhelp.chat import Conversation
from gradhelp.chat.consent import KeptConsents
from gradhelp.chat.sessions import SessionStore


def _rule(rule_id: str, family: str, folder: Path) -> Rule:
    folder.mkdir()
    for lang in ("en", "zh"):
        (folder / f"explain.{lang}.md").write_text(f"What happens with {rule_id} ({lang}).")
    (folder / "bad.py").write_text("loss = wrong(x)  # expect: it\nloss.backward()\n")
    (folder / "good.py").write_text("loss = right(x)\nloss.backward()\n")
    both = Bilingual(en=f"Title of {rule_id}", zh=f"{rule_id} 的标题")
    fields = {"since": "0.1.0", "order": 1, "severity": "error", "references": ["https://example.org/rule"]}
    texts = {"title": both, "headline": both, "statement": both, "unpatchable": both}
    return Rule(id=rule_id, family=family, folder=folder, check={"name": "some-check"}, **fields, **texts)  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def rules(tmp_path_factory: pytest.TempPathFactory) -> tuple[Rule, ...]:
    root = tmp_path_factory.mktemp("rules")
    return (_rule("env-step-boundary", "cut", root / "a"), _rule("backward-twice", "backward", root / "b"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "train.py").write_text(SCRIPT)
    (tmp_path / "walker.ipynb").write_text("{}")
    (tmp_path / "error.log").write_text(TRACEBACK)
    (tmp_path / "notes.txt").write_text("nothing of interest")
    (tmp_path / "two words.py").write_text(SCRIPT)
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__main__.py").write_text(SCRIPT)
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "main.py").write_text(SCRIPT)
    return tmp_path


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept in the place of the user who runs the tests."""
    monkeypatch.setenv("GRADHELP_DATA", str(tmp_path / "data"))


@pytest.fixture
def store(tmp_path: Path) -> SessionStore:
    return SessionStore(tmp_path / "sessions")


@pytest.fixture
def conversation(folder: Path, rules: tuple[Rule, ...], store: SessionStore) -> Conversation:
    return Conversation(folder=folder, rules=lambda: rules, consents=AllAgreed(), store=store, look=look)


@pytest.fixture
def asking(folder: Path, rules: tuple[Rule, ...], store: SessionStore, tmp_path: Path) -> Conversation:
    """A conversation with a user who has agreed to nothing yet."""
    consents = KeptConsents(tmp_path / "data" / "consents.json")
    return Conversation(folder=folder, rules=lambda: rules, consents=consents, store=store, look=look)
