"""The table of loss terms: narrow, hostile, in both languages, in JSON only where there is one."""

import json

import pytest
from rich.cells import cell_len

from gradhelp.model.diagnosis import Diagnosis
from gradhelp.model.matrix import LossMatrix, MatrixCell, MatrixTerm
from gradhelp.report import to_json, to_markdown, to_text

REACHED, ZERO, MISSED, FROZEN, WILD = (
    MatrixCell(state="reached", norm=0.25), MatrixCell(state="zero", norm=0.0), MatrixCell(state="not-reached"),
    MatrixCell(state="not-required"), MatrixCell(state="non-finite"),
)  # fmt: skip


def matrix(**changes: object) -> LossMatrix:
    terms = [
        MatrixTerm(term="policy_loss", line=3, live=False, cells=[MISSED, MISSED, FROZEN]),
        MatrixTerm(term="value_loss", line=4, coefficient=0.5, live=True, cells=[ZERO, REACHED, FROZEN]),
        MatrixTerm(term="entropy", line=5, coefficient=-0.01, live=True, cells=[MISSED, WILD, FROZEN]),
    ]
    given = {
        "loss": "loss",
        "file": "a.py",
        "line": 7,
        "components": ["actor", "critic", "encoder"],
        "measured": True,
        "terms": terms,
    }
    return LossMatrix.model_validate(given | changes)


def told(*matrices: LossMatrix) -> Diagnosis:
    return Diagnosis(status="healthy", summary="s", losses=list(matrices))


def test_rows_are_terms_and_columns_are_components() -> None:
    lines = [line.split() for line in to_text(told(matrix()), {}, "en", 80, colour=False).splitlines()]
    assert ["term", "actor", "critic", "encoder"] in lines
    assert ["┊", "policy_loss", "-", "-"] in lines
    assert ["┃", "0.5", "·", "value_loss", "0", "0.25"] in lines
    assert ["┃", "-0.01", "·", "entropy", "-", "nan/inf"] in lines


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_it_keeps_within_its_width(width: int, lang: str) -> None:
    wide = matrix(components=[f"a_very_long_component_{n}" for n in range(6)], terms=[
        MatrixTerm(term="函数(损失) + nn.functional.mse_loss(self.decoder(features), observation)", live=True, cells=[REACHED] * 6)
    ])  # fmt: skip
    assert max(map(cell_len, to_text(told(wide), {}, lang, width, colour=False).splitlines())) <= width


def test_structure_is_not_shown_as_a_measurement() -> None:
    seen = matrix(measured=False, terms=[MatrixTerm(term="a", live=True, cells=[MatrixCell(state="reached")] * 3)])
    text = to_text(told(seen), {}, "en", 80, colour=False)
    assert "from the graph" in text
    assert "norm" not in text
    assert text.count("yes") == 3


def test_markdown_keeps_the_table_within_a_fence() -> None:
    hostile = matrix(loss="```", terms=[MatrixTerm(term="``` <b>\x1b[31m", live=True, cells=[REACHED] * 3)])
    shown = to_markdown(told(hostile), {}, "en")
    assert "\x1b" not in shown
    assert shown.count("\n````\n") + shown.count("\n````") >= 2


def test_json_has_the_table_only_where_there_is_one() -> None:
    assert "losses" not in json.loads(to_json(told()))
    (loss,) = json.loads(to_json(told(matrix())))["losses"]
    assert loss["terms"][1]["cells"][1] == {"state": "reached", "norm": 0.25}
