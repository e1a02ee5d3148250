"""Folders of `knowledge/rules/` → rules. Whatever is wrong with a folder is said with its file and key."""

from functools import cache
from pathlib import Path

from pydantic import ValidationError

from gradhelp.catalog.rule import LANGUAGES, TEXTS, InvalidRule, Rule
from gradhelp.catalog.tables import read_table, what_is_wrong
from gradhelp.errors import UsageError
from gradhelp.paths import knowledge


@cache
def load_rules() -> tuple[Rule, ...]:
    """All shipped rules, those nearest to the root of a fault first."""
    return load_tree(knowledge() / "rules")


def load_tree(root: Path) -> tuple[Rule, ...]:
    """All rules below `root`, which holds one folder a family and in it one folder a rule."""
    rules = [load_folder(path.parent) for path in sorted(root.glob("*/*/rule.toml"))]
    if not rules:
        raise InvalidRule(f"{root} holds no rules: expected <family>/<rule-id>/rule.toml in it")
    seen: dict[str, Path] = {}
    for each in rules:
        if each.id in seen:
            raise InvalidRule(f"{each.folder / 'rule.toml'}: id: {each.id!r} is taken by {seen[each.id]}")
        seen[each.id] = each.folder
    return tuple(sorted(rules, key=lambda each: (each.order, each.id)))


def load_folder(folder: Path) -> Rule:
    """The rule that `folder` holds; its name and its parent's are the rule's id and family."""
    path = folder / "rule.toml"
    try:
        loaded = Rule(**read_table(path, InvalidRule), folder=folder)
    except ValidationError as error:
        raise InvalidRule(f"{path}: {what_is_wrong(error, 'rule')}") from error
    _require_same(path, "id", loaded.id, folder.name)
    _require_same(path, "family", loaded.family, folder.parent.name)
    _require_files(loaded)
    return loaded


def rule(rule_id: str) -> Rule:
    """The rule of that id."""
    for each in load_rules():
        if each.id == rule_id:
            return each
    raise UsageError(f"no rule is called {rule_id!r}; `gradhelp rules` lists them")


def check_names() -> frozenset[str]:
    """The checks that the rules ask for."""
    return frozenset(each.check for each in load_rules())


def _require_same(path: Path, key: str, value: str, folder_name: str) -> None:
    if value != folder_name:
        raise InvalidRule(f"{path}: {key}: is {value!r}, but the folder is called {folder_name!r}")


def _require_files(loaded: Rule) -> None:
    texts = [*TEXTS, *(each.template for each in loaded.alternatives)]
    names = [text.format(lang=lang) for text in texts for lang in LANGUAGES]
    missing = [name for name in names if not (loaded.folder / name).is_file()]
    examples = loaded.examples()
    if not examples:
        missing.append("bad.py")
    missing += [example.good.name for example in examples if not example.good.is_file()]
    if missing:
        raise InvalidRule(f"{loaded.folder}: missing {', '.join(missing)}")
