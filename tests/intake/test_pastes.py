"""Every layout and family: what must be read from the pastes beside this file, and from the shared cases if present."""

import json
from pathlib import Path

import pytest

from gradhelp.intake.describe import describe
from gradhelp.intake.families import families, family
from gradhelp.intake.paste import Paste
from gradhelp.intake.traceback import read_paste

PASTES = sorted((Path(__file__).parent / "pastes").glob("*.json"))
CASES = Path(__file__).parents[3] / "shared" / "cases"
SAMPLES = sorted((CASES / "paste").glob("*/expect.json"))
TRACEBACKS = [path for path in sorted(CASES.glob("*/*/traceback.txt")) if (path.parent / "case.json").exists()]
ALSO_CALLED = {"step-unpack-4": "gym-step-signature"}


def read(path: Path) -> Paste:
    return read_paste(path.read_bytes().decode("utf-8", "replace"))


def summary(paste: Paste) -> dict[str, object]:
    error = paste.error
    return {
        "type": error.type if error else None,
        "family": error.family if error else None,
        "file": error.file if error else None,
        "line": error.line if error else None,
        "frames": error.frames if error else 0,
        "gradient": paste.gradient_problem,
    }


@pytest.mark.parametrize("path", PASTES, ids=lambda path: path.stem)
def test_paste_is_read(path: Path):
    want = json.loads(path.read_text(encoding="utf-8"))
    paste = read(path.with_suffix(".txt"))
    got = summary(paste)
    if want["frames"] is None:
        got["frames"] = None
    assert got == {key: want[key] for key in got}
    message = paste.error.message if paste.error else ""
    assert want["message_contains"] in message
    assert message.endswith(want.get("message_ends", ""))


@pytest.mark.parametrize("path", PASTES, ids=lambda path: path.stem)
def test_code_is_told_from_traceback(path: Path):
    want = json.loads(path.read_text(encoding="utf-8"))
    code = read(path.with_suffix(".txt")).code
    assert bool(code) == ("code_starts" in want)
    assert code.startswith(want.get("code_starts", ""))
    assert code.endswith(want.get("code_ends", ""))


def test_forward_traceback_of_anomaly_mode_is_kept():
    paste = read(PASTES[0].parent / "anomaly-inplace.txt")
    assert [frame.line for frame in paste.forward_frames] == [19, 13]
    assert paste.forward_frames[-1].code == "hidden = torch.relu(policy(obs))"


def test_other_errors_of_a_chain_are_named():
    paste = read(PASTES[0].parent / "chain-during-handling.txt")
    assert [error.type for error in paste.also] == ["AttributeError"]
    assert paste.frames_all == 4


def test_last_user_frame_shows_the_code():
    frame = read(PASTES[0].parent / "cpython-3.11.txt").last_user_frame
    assert frame is not None
    assert (frame.line, frame.function, frame.code) == (21, "update", "loss.backward()")


def test_pastes_cover_the_gradient_families():
    shown = {json.loads(path.read_text(encoding="utf-8"))["family"] for path in PASTES}
    missing = {each.id for each in families() if each.gradient} - shown
    assert missing <= {
        "amp-order", "anomaly-nan", "checkpoint-no-grad", "copy-construct-warning", "ddp-marked-twice",
        "ddp-no-parameters", "deepcopy-nonleaf", "legacy-function", "nonfinite-gradient-norm", "nonleaf-grad-warning",
        "optimizer-empty", "optimizer-nonleaf", "requires-grad-nonleaf", "rnn-backward-in-eval",
    }  # fmt: skip  # each of these has its wordings tested in test_families.py


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("path", PASTES, ids=lambda path: path.stem)
def test_every_paste_gets_a_sentence(path: Path, lang):
    paste = read(path.with_suffix(".txt"))
    sentence = describe(paste, lang)
    known = family(paste.error.family) if paste.error else None
    assert sentence
    assert known is None or not paste.error.type or sentence == known.sentence.of(lang)


@pytest.mark.skipif(not SAMPLES, reason="the shared cases are not here")
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.parent.name)
def test_shared_sample_is_read(path: Path):
    want = json.loads(path.read_text(encoding="utf-8"))
    paste = read(path.parent / "paste.txt")
    got = summary(paste)
    accept = want.get("accept", {})
    names = {
        "type": "error_type",
        "family": "error_family",
        "file": "last_user_file",
        "line": "last_user_line",
        "frames": "frames",
    }
    for mine, theirs in names.items():
        assert got[mine] == want[theirs] or got[mine] in accept.get(theirs, []), mine
    assert paste.frames_all == want["frames_all"]
    assert got["gradient"] == want["gradient_problem"]
    assert want["error_message_contains"] in (paste.error.message if paste.error else "")


@pytest.mark.skipif(not TRACEBACKS, reason="the shared cases are not here")
@pytest.mark.parametrize("path", TRACEBACKS, ids=lambda path: path.parent.name)
def test_shared_traceback_is_read(path: Path):
    case = json.loads((path.parent / "case.json").read_text(encoding="utf-8"))
    paste = read(path)
    assert paste.error is not None
    wanted = case.get("error_family")
    if "Torch not compiled with CUDA enabled" in path.read_text(encoding="utf-8"):
        wanted = "no-cuda"
    assert paste.error.family == ALSO_CALLED.get(wanted, wanted)
