"""Recordings of real runs, for tests that need neither torch nor a run."""

from collections.abc import Callable
from pathlib import Path

import pytest

from gradhelp.facts.recording import Recording
from gradhelp.facts.run import Run

RECORDINGS = Path(__file__).parent / "recordings"


@pytest.fixture
def recorded() -> Callable[[str], Run]:
    """The run behind `tests/recordings/<name>.jsonl`."""
    return lambda name: Run(Recording.load(RECORDINGS / f"{name}.jsonl"))
