"""A training program of the usual kind and size: healthy as it stands, and named at the line after one edit.

Each fault is a textual edit that a person might make: `before` stands in the program once, and `after` takes its place.
"""

from dataclasses import dataclass
from pathlib import Path

import pytest
from command import REPOSITORY, gradhelp

PROGRAM = REPOSITORY / "tests/programs/ppo/ppo_continuous.py"
PATIENT = ("--no-verify", "--format", "json", "--timeout", "200")
SHORT = ("--", "--total-steps", "1024", "--quiet")


@dataclass(frozen=True)
class Fault:
    """`rule` has to point at the first line after `within` that holds `at`."""

    rule: str
    before: str
    after: str
    within: str
    at: str

    def inject(self, source: str) -> str:
        assert source.count(self.before) == 1
        return source.replace(self.before, self.after)

    def line(self, source: str) -> int:
        position = source.index(self.at, source.index(self.within))
        return source.count("\n", 0, position) + 1


# The detach that belongs to the old log-probabilities stands on the new ones.
DETACH_ON_NEW_LOG_PROBS = Fault(
    rule="detach-call",
    before="""\
        new_log_probs = policy.log_prob(batch.actions[rows])
        old_log_probs = batch.log_probs[rows].detach()
""",
    after="""\
        new_log_probs = policy.log_prob(batch.actions[rows]).detach()
        old_log_probs = batch.log_probs[rows]
""",
    within="def policy_loss",
    at=".detach()",
)
# The no_grad that belongs to the normalised advantages reaches over the forward pass of the update.
NO_GRAD_OVER_FORWARD = Fault(
    rule="no-grad-region",
    before="""\
            weights = (weights - weights.mean()) / (weights.std() + 1e-8)
        policy = self.actor(batch.obs[rows])
        new_log_probs = policy.log_prob(batch.actions[rows])
""",
    after="""\
            weights = (weights - weights.mean()) / (weights.std() + 1e-8)
            policy = self.actor(batch.obs[rows])
            new_log_probs = policy.log_prob(batch.actions[rows])
""",
    within="def policy_loss",
    at="with torch.no_grad():",
)
# The log-probabilities of the current policy are read from what was stored while acting.
LOG_PROBS_FROM_STORAGE = Fault(
    rule="buffer-data",
    before="        new_log_probs = policy.log_prob(batch.actions[rows])\n",
    after="        new_log_probs = batch.log_probs[rows]\n",
    within="def policy_loss",
    at="new_log_probs = batch.log_probs",
)
# Smoothing compares the observations of neighbouring steps, not what the policy makes of them.
LOSS_ON_OBSERVATIONS = Fault(
    rule="env-step-boundary",
    before="change = self.actor.mean(next_obs) - self.actor.mean(obs)",
    after="change = next_obs - obs",
    within="def advance",
    at="self.envs.step(",
)
FAULTS = [
    DETACH_ON_NEW_LOG_PROBS,
    NO_GRAD_OVER_FORWARD,
    LOG_PROBS_FROM_STORAGE,
    LOSS_ON_OBSERVATIONS,
]


def test_the_program_is_healthy() -> None:
    ended = gradhelp("diagnose", "--no-verify", PROGRAM, *PATIENT, *SHORT)
    assert ended.code == 0, ended.err
    assert ended.diagnosis.status == "healthy"
    assert ended.diagnosis.findings == []
    assert ended.diagnosis.run.outcome == "finished"
    assert ended.diagnosis.run.optimizer_steps > 100


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.rule)
def test_one_edit_is_named_at_its_line(fault: Fault, tmp_path: Path) -> None:
    source = fault.inject(PROGRAM.read_text("utf-8"))
    script = tmp_path / PROGRAM.name
    script.write_text(source, encoding="utf-8")
    ended = gradhelp("diagnose", "--no-verify", script, *PATIENT, *SHORT)
    assert ended.code == 1, ended.err
    assert [(f.rule, f.severity, f.file, f.line) for f in ended.blamed] == [
        (fault.rule, "error", script.name, fault.line(source))
    ]
    assert list(tmp_path.iterdir()) == [script], "the run's logs and checkpoint stay in the copy"
