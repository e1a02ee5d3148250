"""Reports of whole diagnoses, byte for byte. GRADHELP_GOLDEN=write writes them anew: read what changed, then commit."""

import os
from pathlib import Path

import pytest

from gradhelp.model.diagnosis import Diagnosis
from gradhelp.report import to_markdown, to_text

GOLDEN = Path(__file__).parent / "golden"
CASES = sorted(path.parent for path in GOLDEN.glob("*/diagnosis.json"))
WIDTHS = (100, 60)


def load(case: Path) -> tuple[Diagnosis, dict[str, str]]:
    diagnosis = Diagnosis.model_validate_json((case / "diagnosis.json").read_text(encoding="utf-8"))
    folder = case / "sources"
    sources = {
        path.relative_to(folder).as_posix().removesuffix(".txt"): path.read_text(encoding="utf-8")
        for path in folder.rglob("*.txt")
    }
    return diagnosis, sources


def check(path: Path, shown: str) -> None:
    if os.environ.get("GRADHELP_GOLDEN") == "write":
        path.write_bytes(shown.encode())
    assert shown.encode() == path.read_bytes()


def test_there_are_cases():
    assert len(CASES) >= 7


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("width", WIDTHS)
def test_text(case, lang, width):
    diagnosis, sources = load(case)
    check(case / f"{lang}-{width}.txt", to_text(diagnosis, sources, lang, width, colour=False))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_markdown(case, lang):
    diagnosis, sources = load(case)
    check(case / f"{lang}.md", to_markdown(diagnosis, sources, lang))


def test_coloured_text():
    diagnosis, sources = load(GOLDEN / "simulator-step")
    check(GOLDEN / "simulator-step" / "en-100-coloured.txt", to_text(diagnosis, sources, "en", 100, colour=True))
