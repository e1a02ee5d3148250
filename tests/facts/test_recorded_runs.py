"""Recordings as runs: what the facts say of them, whole, cut short and damaged."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from gradhelp.diagnose import replay
from gradhelp.errors import UsageError
from gradhelp.facts.recording import Recording, parse_event
from gradhelp.facts.run import Run

RECORDINGS = sorted((Path(__file__).parents[1] / "recordings").glob("*.jsonl"))
Recorded = Callable[[str], Run]


def test_a_run_tells_its_optimizers_losses_and_end(recorded: Recorded) -> None:
    run = recorded("newleaf_tensor_of_losses")
    (ledger,) = run.ledgers
    assert (ledger.reason, ledger.raised, ledger.loss_name) == ("no-grad", True, "loss")
    assert run.networks == ["model"]
    assert run.exception is not None
    assert run.exception["type"] == "RuntimeError"


def test_a_silent_run_has_no_exception_and_is_complete(recorded: Recorded) -> None:
    run = recorded("custom_backward_returns_none")
    assert run.exception is None
    assert run.complete
    assert "nothing-arrived" in {ledger.reason for ledger in run.ledgers}


def test_statements_that_freeze_say_what_they_froze(recorded: Recorded) -> None:
    run = recorded("frozen_two_freezes")
    mine = [fact for fact in run.frozen if fact.numbers & run.timeline.all_held]
    assert [fact.span.code for fact in mine] == ["policy.requires_grad_(False)"]


def test_a_leaf_made_on_the_way_is_where_the_search_begins(recorded: Recorded) -> None:
    ledger = next(
        ledger for ledger in recorded("detach_requires_grad_action").ledgers if ledger.reason == "no-parameters"
    )
    assert [start.span.code for start in ledger.starts if start.span] == ["a.clone().detach().requires_grad_(True)"]


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recording_says_nothing_of_the_machine_it_was_made_on(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not [word for word in ("/root", "/work", "/tmp") if word in text]


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recording_survives_being_saved_and_loaded(path: Path, tmp_path: Path) -> None:
    recording = Recording.load(path)
    recording.save(tmp_path / "again.jsonl")
    assert Recording.load(tmp_path / "again.jsonl") == recording


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recording_cut_short_anywhere_is_still_explained(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    first = data.index(b"\n")
    for size in range(first + 1, len(data), max(1, len(data) // 12)):
        (tmp_path / "cut.jsonl").write_bytes(data[:size])
        assert replay(Recording.load(tmp_path / "cut.jsonl")).diagnosis.summary


@pytest.mark.parametrize(
    "missing", ["span", "operands", "value", "op", "callee", "stored", "taken", "trainable", "ordinal"]
)
def test_a_node_without_a_field_is_still_a_node(missing: str) -> None:
    path = next(path for path in RECORDINGS if path.stem == "buffer_torch_storage_values")
    events = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for event in events:
        for node in event.get("nodes", ()):
            node.pop(missing)
    assert replay(Recording(tuple(events))).diagnosis.status in ("diagnosed", "inconclusive")


@pytest.mark.parametrize("damage", [b"", b"\n\n", b"{}\n", b"not json\n{}\n", b'{"event": "end"}\n', b"\x00\xff\xfe"])
def test_what_is_no_recording_is_refused(damage: bytes, tmp_path: Path) -> None:
    (tmp_path / "strange.jsonl").write_bytes(damage)
    with pytest.raises(UsageError, match="is not a recording"):
        Recording.load(tmp_path / "strange.jsonl")


def test_a_recording_with_a_damaged_line_within_is_refused(tmp_path: Path) -> None:
    lines = RECORDINGS[0].read_bytes().splitlines()
    (tmp_path / "damaged.jsonl").write_bytes(b"\n".join([*lines[:3], lines[3][:20], *lines[4:]]))
    with pytest.raises(UsageError, match="is not a recording"):
        Recording.load(tmp_path / "damaged.jsonl")


def test_a_recording_of_another_format_is_named(tmp_path: Path) -> None:
    (tmp_path / "future.jsonl").write_text('{"event": "start", "wire": 9}\n', encoding="utf-8")
    with pytest.raises(UsageError, match="format 9"):
        Recording.load(tmp_path / "future.jsonl")


def test_numbers_that_json_lacks_are_read_as_text() -> None:
    assert parse_event(b'{"event": "moment", "norm": NaN}') == {"event": "moment", "norm": "NaN"}
    assert parse_event(b'{"event": 3}') is None
