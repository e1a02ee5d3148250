"""A fake use case that tests hold in their hands, a fake painter and a clock that stands still."""

import threading
from pathlib import Path

from textual import events
from textual.widgets import Button

from gradhelp import report
from gradhelp.chat import Conversation
from gradhelp.chat.sessions import SessionStore
from gradhelp.diagnose import Outlook, Progress, Result
from gradhelp.facts.observed import Counts
from gradhelp.model.diagnosis import ChainLink, Diagnosis, ErrorInfo, Finding, Fix, RunInfo
from gradhelp.sandbox.plan import RunPlan
from gradhelp.tui import blocks
from gradhelp.tui.app import GradhelpApp
from gradhelp.tui.transcript import Painter

SCRIPT = """import torch

policy = torch.nn.Linear(2, 1)
loss = policy(torch.ones(2)).detach().sum()
loss.backward()
"""
TRACEBACK = """Traceback (most recent call last):
  File "train.py", line 5, in <module>
    loss.backward()
  File "/opt/lib/python3.11/site-packages/torch/_tensor.py", line 626, in backward
    torch.autograd.backward(
  File "/opt/lib/python3.11/site-packages/torch/autograd/__init__.py", line 347, in backward
    _engine_run_backward(
  File "/opt/lib/python3.11/site-packages/torch/autograd/graph.py", line 823, in _engine_run_backward
    return Variable._execution_engine.run_backward(
RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
"""
ELSEWHERE = TRACEBACK.replace("train.py", "/somewhere/else/agent.py")
FIXED = SCRIPT.replace(".detach()", "")
DIFF = """--- a/train.py
+++ b/train.py
@@ -2,4 +2,4 @@

 policy = torch.nn.Linear(2, 1)
-loss = policy(torch.ones(2)).detach().sum()
+loss = policy(torch.ones(2)).sum()
 loss.backward()
"""
CUT = Finding(
    rule="detach-call",
    severity="error",
    evidence="live",
    file="train.py",
    line=4,
    column=8,
    end_line=4,
    end_column=38,
    code="policy(torch.ones(2)).detach()",
    title="`.detach()` cuts the gradient of `loss`",
    explanation="`loss` was detached, so nothing in it leads back to `policy`.",
    chain=[
        ChainLink(file="train.py", line=4, code="policy(torch.ones(2))", requires_grad=True, role="source"),
        ChainLink(file="train.py", line=4, code="policy(torch.ones(2)).detach()", requires_grad=False, role="cut"),
    ],
    fixes=[
        Fix(
            title="Drop the detach",
            steps=["Remove `.detach()` at line 4."],
            diff=DIFF,
            verified=True,
            verification="In a run of the changed copy `loss` required grad and `backward()` reached `policy`.",
        ),
        Fix(title="Do not silence it", steps=["`loss.requires_grad_()` would hide the error, not mend it."]),
    ],
    references=["https://docs.pytorch.org/docs/stable/notes/autograd.html"],
)
DIAGNOSIS = Diagnosis(
    status="diagnosed",
    summary="The gradient ends at detach().",
    findings=[CUT],
    error=ErrorInfo(
        family="no-grad-fn",
        type="RuntimeError",
        file="train.py",
        line=5,
        frames=5,
        message="element 0 of tensors does not require grad and does not have a grad_fn",
    ),
    run=RunInfo(executed=True, outcome="raised", seconds=3.1, python="3.11.7", torch="2.6.0", isolation="copy"),
)


class HeldRunner:
    """Reports one progress, then waits until the test lets it finish or the app cancels it; `recording`: what was seen."""

    def __init__(self, outcome=DIAGNOSIS, finds=False, recording=None):
        self.finds = finds
        self.recording = recording
        self.outcome = outcome
        self.requests = []
        self.let_go = threading.Event()
        self.ended = threading.Event()
        self.cancelled = False

    def __call__(self, start, *, on_progress, on_found, cancel):
        self.requests.append(start.request)
        on_progress(
            Progress(
                stage="running", counts=Counts(environment_steps=2400, iterations=6, optimizer_steps=12), seconds=1.0
            )
        )
        while not (self.let_go.is_set() or cancel.is_set()):
            cancel.wait(0.01)
        self.cancelled = cancel.is_set()
        self.ended.set()
        if isinstance(self.outcome, Exception):
            raise self.outcome
        status = "inconclusive" if self.cancelled else self.outcome.status
        findings = [] if self.cancelled else self.outcome.findings
        diagnosis = self.outcome.model_copy(update={"status": status, "findings": findings})
        plan = RunPlan(script=start.request.script) if start.request.script else None
        result = Result(
            diagnosis=diagnosis,
            sources={"train.py": SCRIPT},
            recording=self.recording,
            plan=plan,
            change={"train.py": FIXED} if findings else {},
        )
        if findings and self.finds:
            on_found(result)
        return result


class StandingClock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def markdown(diagnosis, sources, lang):
    return f"# {diagnosis.summary}"


class AllAgreed:
    def given(self, folder):
        return True

    def give(self, folder):
        pass


def look(request):
    return Outlook(python=Path("/venv/bin/python"), version="3.11.7", torch="2.6.0", isolation="copy", timeout=60)


def make_app(folder: Path, runner=None, lang="en", clock=None, consents=None, rules=tuple):
    store = SessionStore(folder / ".sessions")
    conversation = Conversation(
        lang=lang, folder=folder, rules=rules, consents=consents or AllAgreed(), store=store, look=look
    )
    painter = Painter(report.parts, markdown)
    app = GradhelpApp(conversation, runner or HeldRunner(), painter=painter, clock=clock or StandingClock())
    app.composer.burst = 0
    return app


async def paste(pilot, text):
    pilot.app.composer.post_message(events.Paste(text))
    await pilot.pause()


async def send(pilot, text):
    await paste(pilot, text)
    await pilot.press("enter")
    await settled(pilot)


async def settled(pilot):
    """Everything that was asked has been answered."""
    await pilot.pause()
    await until(pilot, lambda: pilot.app.talk.idle)


async def still(pilot, tries=100):
    """Nothing on the screen moves any more: what is shown last may have to be scrolled to."""
    seen = []
    for _ in range(tries):
        seen.append(screen_text(pilot.app))
        if len(seen) > 4 and len(set(seen[-4:])) == 1:
            return
        await pilot.pause(0.02)
    raise AssertionError("it did not come to rest")


async def press(pilot, label):
    """Press the last button of that name, wherever the conversation is scrolled to."""
    named = [each for each in pilot.app.query(Button) if str(each.label).lstrip("0123456789 ") == label]
    [each for each in named if not each.disabled][-1].press()
    await settled(pilot)


async def over(pilot):
    """The run has ended, and what follows from it has been said."""
    await until(pilot, lambda: pilot.app.talk.idle and not pilot.app.query(blocks.ProgressBlock))


async def until(pilot, condition, tries=400):
    for _ in range(tries):
        if condition():
            await pilot.pause()
            return
        await pilot.pause(0.01)
    raise AssertionError("it did not happen")


def screen_text(app):
    """What a user reads on the screen, line by line."""
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips(app.size))
