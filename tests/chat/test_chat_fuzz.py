"""Whatever is said in whatever order, the conversation goes on."""

from pathlib import Path
from tempfile import TemporaryDirectory

from chat_samples import CUT, SCRIPT, TRACEBACK, AllAgreed, finding, look, result
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from gradhelp.chat import Conversation
from gradhelp.chat.sessions import SessionStore
from gradhelp.chat.turns import Clear, ErrorTurn, StartExperiment, StartRun, StopRun, UserTurn
from gradhelp.chat.words import INTENTS, shipped_words
from gradhelp.diagnose import Progress
from gradhelp.errors import AnalysisError
from gradhelp.facts.observed import Counts
from gradhelp.probe import ProbeRequest
from gradhelp.retrieval.experiment import Measured

SPOKEN = [
    word.removeprefix("=")
    for words in (shipped_words().en, shipped_words().zh)
    for many in words.values()
    for word in many
]
COMMANDS = [f"/{intent}" for intent in INTENTS]
QUESTIONS = [
    "does clip_grad_norm_ create gradients?",
    "why is .grad None",
    "在这里 detach 会损失什么吗",
    "how do I cook rice",
]
MATERIAL = [
    TRACEBACK,
    SCRIPT,
    "train.py",
    "train.py --lr '3",
    "-m a.b",
    "./",
    "~",
    "/",
    "'",
    "C:\\a\\b.py",
    "python",
    "a\x00b.py",
]
WHOLE = st.sampled_from([*SPOKEN, *COMMANDS, *MATERIAL, *QUESTIONS])
MESSAGES = WHOLE | st.text(max_size=200) | st.builds("{} {}".format, WHOLE, st.text(max_size=20) | WHOLE)
OUTCOMES = st.sampled_from(
    [
        result(CUT, finding("backward-twice")),
        result(status="healthy"),
        result(status="inconclusive"),
        Measured(answer="a", table="t", torch="2", seconds=1.0),
    ]
)
ERRORS = st.sampled_from([AnalysisError("no"), ValueError("boom"), OSError()])
RUNS = st.integers(0, 6)


class Talk(RuleBasedStateMachine):
    """At most one run is open: the last that was started and neither ended nor forgotten."""

    @initialize()
    def begin(self):
        self.scratch = TemporaryDirectory()
        folder = Path(self.scratch.name)
        (folder / "train.py").write_text(SCRIPT)
        store = SessionStore(folder / "sessions")
        self.conversation = Conversation(folder=folder, rules=lambda: (), consents=AllAgreed(), store=store, look=look)
        self.open = None

    def teardown(self):
        if hasattr(self, "scratch"):
            self.scratch.cleanup()

    def follow(self, steps):
        for step in steps:
            if isinstance(step, StartRun):
                assert self.open is None
                assert (
                    isinstance(step.request, ProbeRequest)
                    or step.request.script
                    or step.request.source
                    or step.request.module
                    or step.request.traceback
                )
                self.open = step.run
            elif isinstance(step, StartExperiment):
                assert self.open is None
                assert step.experiment.is_file()
                self.open = step.run
            elif isinstance(step, Clear):
                self.open = None
            elif isinstance(step, StopRun):
                assert self.open is not None

    @rule(text=MESSAGES)
    def say(self, text):
        steps = self.conversation.submit(text)
        assert steps == [] if not text.strip() else steps[0] == UserTurn(text=text)
        assert not text.strip() or len(steps) > 1
        assert not [step for step in steps if isinstance(step, ErrorTurn) and "itself failed" in step.text]
        self.follow(steps)

    def end(self, run, report):
        if run == self.open:
            self.open = None
            self.follow(report)
        else:
            assert report == []

    @rule(run=RUNS, outcome=OUTCOMES)
    def finish(self, run, outcome):
        run = self.open if run == 0 else run
        if run is not None:
            self.end(run, self.conversation.ended(outcome, cancelled=False, run=run))

    @rule(run=RUNS, error=ERRORS)
    def fail(self, run, error):
        run = self.open if run == 0 else run
        if run is not None:
            self.end(run, self.conversation.failed(error, run=run))

    @rule(run=RUNS)
    def stop(self, run):
        run = self.open if run == 0 else run
        if run is not None:
            self.end(run, self.conversation.stopped(run=run))

    @rule(run=RUNS, steps=st.integers(0, 10**9))
    def progress(self, run, steps):
        turns = self.conversation.progress(Progress(stage="running", counts=Counts(optimizer_steps=steps)), run=run)
        assert bool(turns) == (run == self.open)

    @invariant()
    def one_run(self):
        if hasattr(self, "conversation"):
            assert self.conversation.running == self.open


TestTalk = Talk.TestCase
TestTalk.settings = settings(
    max_examples=120, stateful_step_count=30, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
