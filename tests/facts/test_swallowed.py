"""Which errors that a program caught itself count as the reason why it did not train."""

import pytest

from gradhelp.facts.recording import Recording
from gradhelp.facts.swallowed import swallowed
from gradhelp.facts.timeline import Timeline

REFUSED = "grad can be implicitly created only for scalar outputs"
ENGINE = {"file": "/lib/torch/autograd/__init__.py", "line": 90, "user": False}


def caught(message: str = REFUSED, line: int = 8, engine: bool = True) -> dict[str, object]:
    frames = [{"file": "a.py", "line": line, "user": True}, *([ENGINE] if engine else [])]
    return {"event": "caught", "type": "RuntimeError", "message": message, "frames": frames}


def moment(what: str, states: str, line: int = 8) -> dict[str, object]:
    span = {"file": "a.py", "line": line, "column": 1, "end_line": line, "end_column": 9, "code": "x"}
    return {"event": "moment", "what": what, "span": span, "parameters": [0], "states": states}


def backward(count: int, failed: int) -> dict[str, object]:
    return {"event": "backward", "span": {"file": "a.py", "line": 8}, "count": count, "failed": failed}


OPTIMIZER: dict[str, object] = {"event": "optimizer", "id": 0}
OF_NETWORK: dict[str, object] = {
    "event": "ledger", "reason": "backward-error", "call": {"file": "a.py", "line": 8}, "nodes": [{"trainable": {"held": 2}}]
}  # fmt: skip
TWICE = [caught(), caught()]
TRAINED = moment("step", "F", 20)


@pytest.mark.parametrize(
    ("events", "counts"),
    [
        pytest.param([OPTIMIZER, caught()], True, id="nothing was trained"),
        pytest.param([caught()], False, id="nothing was to be trained"),
        pytest.param([OF_NETWORK, *TWICE, TRAINED, backward(9, 9)], True, id="this backward failed every time"),
        pytest.param([OF_NETWORK, *TWICE, TRAINED, backward(9, 8)], True, id="this backward ended well once"),
        pytest.param([*TWICE, TRAINED, backward(9, 9)], False, id="of nothing that is trained"),
        pytest.param([caught(), TRAINED, backward(1, 1)], False, id="tried once, trained otherwise"),
        pytest.param([OF_NETWORK, *TWICE, TRAINED, backward(9, 2)], False, id="this backward mostly ended well"),
        pytest.param(
            [OF_NETWORK, *[caught(engine=False)] * 2, TRAINED, backward(9, 9)], False, id="no backward, and trained"
        ),
        pytest.param([OPTIMIZER, caught("cholesky: not positive-definite")], False, id="no question of gradients"),
        pytest.param([], False, id="nothing caught"),
    ],
)
def test_a_caught_error_counts_where_training_failed_by_it(events: list[dict[str, object]], counts: bool) -> None:
    recording = Recording(tuple(events))
    found = swallowed(recording, Timeline(recording))
    assert (found is not None) == counts
    assert found is None or found["message"] == REFUSED
