"""The background thread runs an experiment as it runs a check, and reports it likewise."""

import threading
from pathlib import Path

import pytest

from gradhelp.chat import check
from gradhelp.chat.turns import StartExperiment
from gradhelp.errors import AnalysisError
from gradhelp.retrieval.experiment import Measured
from gradhelp.tui.running import carry_out

START = StartExperiment(run=3, answer="a", experiment=Path("experiment.py"), python=None, lang="zh")


@pytest.mark.parametrize("outcome", [Measured(answer="a", table="t", torch="2", seconds=1.0), AnalysisError("no")])
def test_an_experiment_is_carried_out(monkeypatch, outcome):
    asked, posted = [], []

    def measure(answer, experiment, **options):
        asked.append((answer, experiment, options["lang"]))
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    monkeypatch.setattr(check, "measure", measure)
    carry_out(check.check, START, threading.Event(), posted.append)
    assert asked == [("a", Path("experiment.py"), "zh")]
    message = posted[-1]
    assert (message.run, message.outcome, message.cancelled) == (3, outcome, False)
