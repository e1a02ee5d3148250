"""TOML files of the knowledge base as plain tables, and in words what is wrong with one."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from gradhelp.errors import GradhelpError
from gradhelp.paths import knowledge


def read_table(path: Path, invalid: type[GradhelpError]) -> dict[str, Any]:
    """The table that the file holds. Raises `invalid` with the file's name where it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise invalid(f"{path}: not valid TOML: {error}") from error
    except OSError as error:
        raise invalid(f"{path}: cannot be read: {error.strerror}") from error


def what_is_wrong(error: ValidationError, whole: str) -> str:
    """`title.zh: Field required; order: Input should be a valid integer`. `whole` stands where no key is at fault."""
    return "; ".join(f"{'.'.join(map(str, each['loc'])) or whole}: {each['msg']}" for each in error.errors())


@cache
def template_table(name: str) -> dict[str, dict[str, str]]:
    """`knowledge/templates/<name>.toml`: the sentences of both languages; that they agree is a test's business."""
    with (knowledge() / "templates" / f"{name}.toml").open("rb") as stream:
        return tomllib.load(stream)
