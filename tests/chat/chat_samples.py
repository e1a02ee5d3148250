"""Pastes, findings and results to build conversations from."""

from pathlib import Path

from gradhelp.chat.turns import StartRun, Step
from gradhelp.diagnose import Outlook, Result
from gradhelp.model.diagnosis import ChainLink, Diagnosis, Finding, Fix, RunInfo

TRACEBACK = """Traceback (most recent call last):
  File "train.py", line 4, in <module>
    loss.backward()
  File "/opt/lib/python3.11/site-packages/torch/_tensor.py", line 626, in backward
    torch.autograd.backward(
RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
"""
SCRIPT = """import torch

policy = torch.nn.Linear(2, 1)
loss = policy(torch.ones(2)).detach().sum()
loss.backward()
"""


def finding(rule: str = "env-step-boundary", **changes: object) -> Finding:
    fields: dict[str, object] = {
        "rule": rule,
        "severity": "error",
        "evidence": "live",
        "file": "train.py",
        "line": 4,
        "title": f"Title of {rule}",
        "explanation": f"Explanation of {rule}.",
    }
    return Finding.model_validate(fields | changes)


CUT = finding(
    chain=[
        ChainLink(file="train.py", line=3, code="policy(obs)", requires_grad=True, grad_fn="Add", role="source"),
        ChainLink(file="train.py", line=4, code="x.detach()", requires_grad=False, role="cut"),
    ],
    fixes=[
        Fix(title="Drop the detach", steps=["Remove `.detach()`.", "Run it."], diff="-a\n+b\n", verified=True,
            verification="ran 5 steps")
    ],
    references=["https://example.org/autograd"],
)  # fmt: skip


def result(*findings: Finding, status: str = "diagnosed", executed: bool = True) -> Result:
    diagnosis = Diagnosis.model_validate(
        {"status": status, "summary": "A summary.", "findings": findings, "run": RunInfo(executed=executed)}
    )
    return Result(diagnosis=diagnosis, sources={}, recording=None, script_exit_code=None)


def started(steps: list[Step]) -> StartRun:
    """The one start among the steps."""
    (start,) = [step for step in steps if isinstance(step, StartRun)]
    return start


def texts(steps: list[Step]) -> str:
    """Everything the steps say, the user's own words aside."""
    return "\n".join(getattr(step, "text", "") or getattr(step, "markdown", "") for step in steps[1:])


class AllAgreed:
    """The consents of a user who has agreed to everything."""

    def given(self, folder: Path) -> bool:
        return True

    def give(self, folder: Path) -> None:
        pass


def look(request: object) -> Outlook:
    """How a run would be made, without asking any interpreter."""
    return Outlook(python=Path("/venv/bin/python"), version="3.11.7", torch="2.6.0", isolation="copy", timeout=60)
