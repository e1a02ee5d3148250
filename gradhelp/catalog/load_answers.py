"""Files of `knowledge/answers/` → answers. Whatever is wrong with a file is said with its name and key."""

from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from gradhelp.catalog.answer import Answer
from gradhelp.catalog.tables import read_table, what_is_wrong
from gradhelp.errors import GradhelpError
from gradhelp.paths import knowledge

EXPERIMENT = "experiment.py"


class InvalidAnswer(GradhelpError):
    """A file of answers is wrong; the sentence names the file and the key."""


@cache
def load_answers() -> tuple[Answer, ...]:
    """All shipped answers, by id."""
    return load_answer_folder(knowledge() / "answers")


def load_answer_folder(folder: Path) -> tuple[Answer, ...]:
    """All answers of `folder`: its files hold many each, its folders one with its experiment."""
    found: dict[str, Answer] = {}
    for path in [*sorted(folder.glob("*.toml")), *sorted(folder.glob("*/answer.toml"))]:
        for each in load_answer_file(path):
            if each.id in found:
                raise InvalidAnswer(f"{path}: id: {each.id!r} is taken")
            found[each.id] = each
    if not found:
        raise InvalidAnswer(f"{folder} holds no answers: expected <theme>.toml in it")
    return tuple(found[each] for each in sorted(found))


def load_answer_file(path: Path) -> tuple[Answer, ...]:
    """The answers of one file; beside `answer.toml` lies the experiment, and its folder is called like the answer."""
    extra: dict[str, Any] = {}
    if path.name == "answer.toml":
        extra = {"experiment": path.with_name(EXPERIMENT)}
        if not extra["experiment"].is_file():
            raise InvalidAnswer(f"{path}: missing {EXPERIMENT}")
    return tuple(_answer(entry | extra, path) for entry in read_table(path, InvalidAnswer).get("answer", ()))


def _answer(entry: dict[str, Any], path: Path) -> Answer:
    try:
        loaded = Answer(**entry)
    except ValidationError as error:
        told = what_is_wrong(error, "answer")
        raise InvalidAnswer(f"{path}: {entry.get('id', 'an answer without id')}: {told}") from error
    if loaded.experiment and loaded.id != path.parent.name:
        raise InvalidAnswer(f"{path}: id: is {loaded.id!r}, but the folder is called {path.parent.name!r}")
    return loaded
