"""A use case that answers what a test wants, in place of the real one: no script is run here."""

import importlib.util
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict

from gradhelp.model.diagnosis import Diagnosis, Finding, RunInfo


class _Request(BaseModel):
    """The shape that the use case promises, for as long as it is not importable."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    script: Path | None
    module: str | None
    source: str | None
    traceback: str | None
    args: tuple[str, ...] = ()
    run: bool = True
    python: str | None = None
    timeout: float = 60
    steps: int | None = None
    lang: Literal["en", "zh"] = "en"
    in_place: bool = False


def diagnosis(severity: str | None = "error", status: str = "diagnosed") -> Diagnosis:
    found = {
        "rule": "detach-call",
        "severity": severity,
        "evidence": "live",
        "file": "a.py",
        "line": 1,
        "code": "x.detach()",
        "title": "`x` is cut",
        "explanation": "because",
    }
    findings = [Finding.model_validate(found)] if severity else []
    run = RunInfo(executed=True, outcome="finished", seconds=1.0, isolation="copy")
    return Diagnosis.model_validate({"status": status, "summary": "told so", "findings": findings, "run": run})


@dataclass
class Answer:
    """What `diagnose` does when it is called, and what it was called with."""

    diagnosis: Diagnosis = field(default_factory=diagnosis)
    error: BaseException | None = None
    recording: Any = None
    script_exit_code: int | None = 0
    sources: Mapping[str, str] = field(default_factory=lambda: {"a.py": "y = x.detach()\n"})
    progress: tuple[Any, ...] = ()
    requests: list[Any] = field(default_factory=list)
    replayed: list[Any] = field(default_factory=list)
    to_be_tried: bool = False
    plan: Any = None
    change: Mapping[str, str] = field(default_factory=dict)
    proved: "Answer | None" = None
    tried: list[bool] = field(default_factory=list)

    @property
    def untried(self) -> "Answer":
        return self

    def same_order(self, other: "Answer") -> bool:
        return self.diagnosis.findings[:1] == other.diagnosis.findings[:1] or self.proved is None

    def prove(self, result: Any, lang: str, *, run: bool = True, on_progress: Any = None) -> "Answer":
        self.tried.append(run)
        return self.proved or self

    def diagnose(
        self,
        request: Any,
        *,
        on_progress: Callable[[Any], None] | None = None,
        cancel: threading.Event | None = None,
    ) -> "Answer":
        self.requests.append(request)
        for each in self.progress:
            if on_progress:
                on_progress(each)
        if self.error:
            raise self.error
        return self

    def replay(self, recording: Any, lang: str) -> "Answer":
        self.replayed.append((recording, lang))
        return self


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Answer:
    """The fake use case, in the place of the real module; its Request is the real one wherever that exists."""
    made = Answer()
    if importlib.util.find_spec("gradhelp.diagnose") is None:
        module = ModuleType("gradhelp.diagnose")
        module.Request = _Request  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "gradhelp.diagnose", module)
    else:
        module = importlib.import_module("gradhelp.diagnose")
    monkeypatch.setattr(module, "diagnose", made.diagnose, raising=False)
    monkeypatch.setattr(module, "prove", made.prove, raising=False)
    monkeypatch.setattr(module, "replay", made.replay, raising=False)
    return made


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of the machine's decides what a test sees."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM"):
        monkeypatch.delenv(name, raising=False)
