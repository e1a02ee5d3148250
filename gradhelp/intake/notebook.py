"""A Jupyter notebook as what the user gave: its code cells, refused with one sentence where there are none."""

import json
from pathlib import Path
from typing import Literal

from gradhelp.errors import UsageError
from gradhelp.intake.script import shown

SENTENCES = {
    "not-json": {
        "en": "'{name}' is not a Jupyter notebook: it cannot be read as JSON. Save it again from Jupyter.",
        "zh": "“{name}”不是 Jupyter 笔记本：无法按 JSON 读取。请在 Jupyter 中重新保存。",
    },
    "no-cells": {
        "en": "'{name}' holds no code cells (notebooks older than format 4 must be saved anew in Jupyter).",
        "zh": "“{name}”里没有代码单元（第 4 版之前格式的笔记本需要在 Jupyter 中重新保存）。",
    },
    "missing": {"en": "There is no file '{name}'.", "zh": "找不到文件“{name}”。"},
}


def read_notebook(path: Path, lang: Literal["en", "zh"] = "en") -> dict[str, str]:
    """The code cells by the name under which results speak of them: `name.ipynb#cell-3`, counted from 1."""
    try:
        content = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UsageError(SENTENCES["missing"][lang].format(name=shown(str(path)))) from error
    except (ValueError, RecursionError) as error:
        raise UsageError(SENTENCES["not-json"][lang].format(name=shown(str(path)))) from error
    cells = content.get("cells") if isinstance(content, dict) else None
    code = [cell for cell in cells or () if isinstance(cell, dict) and cell.get("cell_type") == "code"]
    if not any(_source(cell).strip() for cell in code):
        raise UsageError(SENTENCES["no-cells"][lang].format(name=shown(str(path))))
    return {f"{path.name}#cell-{number}": _source(cell) for number, cell in enumerate(code, 1)}


def _source(cell: dict[str, object]) -> str:
    source = cell.get("source", "")
    return "".join(map(str, source)) if isinstance(source, list) else str(source)
