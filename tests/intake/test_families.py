"""knowledge/errors.toml: each wording leads to its family, and no pattern can be slow."""

import time

import pytest
from pydantic import ValidationError

from gradhelp.intake.families import Family, classify, complete, families, family, short_name

WORDINGS = [(each, wording) for each in families() for wording in each.wordings]
PROMISED = {
    True: "no-grad-fn backward-second-time inplace-version leaf-inplace nonscalar-loss unused-in-graph "
    "ddp-unused-parameters numpy-on-grad inference-tensor integer-requires-grad invalid-gradient "
    "derivative-not-implemented anomaly-nan nan-in-distribution",
    False: "cuda-oom no-cuda module-not-found shape-mismatch mujoco-xml mujoco-memory gym-step-signature",
}


@pytest.mark.parametrize(("each", "wording"), WORDINGS, ids=lambda value: getattr(value, "id", ""))
def test_wording_leads_to_its_family(each, wording):
    found = classify(each.exception, wording.text)
    assert found is not None
    assert found.id == each.id


@pytest.mark.parametrize("gradient", [True, False])
def test_promised_families_exist(gradient):
    assert all(family(name).gradient is gradient for name in PROMISED[gradient].split())


def test_gradient_families_have_wordings():
    assert not [each.id for each in families() if each.gradient and not each.wordings and not each.code]


def test_sentences_are_in_their_languages():
    for each in families():
        assert not any("\u4e00" <= character <= "\u9fff" for character in each.sentence.en), each.id
        assert any("\u4e00" <= character <= "\u9fff" for character in each.sentence.zh), each.id
        assert each.sentence.en.endswith(".")
        assert each.sentence.zh.endswith("。")


@pytest.mark.parametrize("pattern", ["a.*b", "a+", "(ab){2,}", "Upper"])
def test_slow_or_unmatchable_patterns_are_refused(pattern):
    with pytest.raises(ValidationError):
        Family(id="x", gradient=True, patterns=(pattern,), sentence={"en": "e" * 20, "zh": "中" * 8})


def test_no_message_is_slow_to_classify():
    pieces = [
        "a",
        " ",
        "expected ",
        "element 0 of ",
        "mj_",
        "(",
        "[",
        "environment ",
        "0",
        "shape [",
        "error opening file ",
    ]
    for piece in pieces:
        began = time.perf_counter()
        classify("RuntimeError", piece * (200_000 // len(piece)), piece * 1000)
        assert time.perf_counter() - began < 0.5, piece


def test_code_tells_apart_what_the_message_does_not():
    unpacking = "too many values to unpack (expected 4)"
    assert classify("ValueError", unpacking, "obs, r, done, info = env.step(a)").id == "gym-step-signature"
    assert classify("ValueError", unpacking, "b, c, h, w = x.shape").id == "unpack"
    reading = "'NoneType' object has no attribute 'norm'"
    assert classify("AttributeError", reading, "p.grad.norm()").id == "grad-is-none"
    assert classify("AttributeError", reading, "obs.norm()").id == "attribute-error"


def test_cut_off_message_is_completed_only_if_it_is_clear():
    assert complete("one of the variables needed for gradi…").id == "inplace-version"
    assert complete("Trying to") is None
    assert complete("something that nobody ever printed") is None


@pytest.mark.parametrize(
    ("name", "short"),
    [("torch.cuda.OutOfMemoryError", "OutOfMemoryError"), ("ray.RayTaskError(ValueError)", "RayTaskError"), ("A", "A")],
)
def test_short_name(name, short):
    assert short_name(name) == short
