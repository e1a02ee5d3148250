"""The loader accepts the shipped folders, and says of a broken one which file and key is wrong."""

import shutil
import tomllib
from pathlib import Path

import pytest

from gradhelp.catalog import InvalidRule, check_names, load_rules, rule
from gradhelp.catalog.load import load_folder, load_tree
from gradhelp.errors import UsageError
from gradhelp.patches import patch_names
from gradhelp.paths import knowledge


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of a shipped rule folder, to be broken."""
    copy = tmp_path / "cut" / "detach-call"
    shutil.copytree(rule("detach-call").folder, copy)
    return copy


def edit(folder: Path, old: str, new: str) -> None:
    path = folder / "rule.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_the_copy_loads_as_it_is(folder: Path) -> None:
    loaded = load_folder(folder)
    assert loaded.title == rule("detach-call").title
    assert loaded.params["attributes"] == ["data"]
    assert "name" not in loaded.params


def test_rules_come_nearest_to_the_root_first() -> None:
    orders = [each.order for each in load_rules()]
    assert orders == sorted(orders)
    ids = [each.id for each in load_rules()]
    assert ids.index("env-step-boundary") < ids.index("numpy-roundtrip") < ids.index("detach-call")


def test_loading_is_cached() -> None:
    assert load_rules() is load_rules()


def test_check_names_are_those_of_the_rules() -> None:
    assert check_names() == {each.check for each in load_rules()}


def test_an_unknown_rule_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="gradhelp rules"):
        rule("no-such-rule")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('severity = "error"', 'severity = "fatal"', "severity: "),
        ("[statement]\n", "[statement]\nfr = 'x'\n", "statement.fr: Extra inputs"),
        ("order = ", 'order = "first" # ', "order: "),
        ('since = "0.1.0"', 'since = "soon"', "since: "),
        ('name = "detach"\n', "", "check: "),
        ('id = "detach-call"', 'id = "detach"', "id: is 'detach', but the folder is called 'detach-call'"),
        ('family = "cut"', 'family = "silent"', "family: is 'silent', but the folder is called 'cut'"),
        ('family = "cut"', 'family = cut"', "not valid TOML"),
        ("[title]\n", "[titel]\n", "title: Field required"),
    ],
)
def test_a_wrong_key_is_named(folder: Path, old: str, new: str, sentence: str) -> None:
    edit(folder, old, new)
    with pytest.raises(InvalidRule) as caught:
        load_folder(folder)
    assert str(folder / "rule.toml") in str(caught.value)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("name", ["explain.zh.md", "seen.en.md.j2", "fix.zh.md.j2", "good_data.py"])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(InvalidRule, match=rf"{name}$"):
        load_folder(folder)


def test_a_rule_without_examples_is_refused(folder: Path) -> None:
    for path in folder.glob("bad*.py"):
        path.unlink()
    with pytest.raises(InvalidRule, match=r"missing bad\.py"):
        load_folder(folder)


def test_an_id_can_be_taken_once_only(folder: Path) -> None:
    twin = folder.parent.parent / "silent" / "detach-call"
    shutil.copytree(folder, twin)
    edit(twin, 'family = "cut"', 'family = "silent"')
    with pytest.raises(InvalidRule, match="is taken by"):
        load_tree(folder.parent.parent)


def test_an_empty_tree_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidRule, match="holds no rules"):
        load_tree(tmp_path)


def test_a_patch_that_the_code_does_not_know_is_refused(folder: Path) -> None:
    edit(folder, 'id = "drop-detach"', 'id = "drop-everything"')
    with pytest.raises(InvalidRule, match="there is no patch named 'drop-everything'"):
        load_folder(folder)


def test_an_applicability_is_one_of_three(folder: Path) -> None:
    edit(folder, 'applicability = "safe"', 'applicability = "surely"')
    with pytest.raises(InvalidRule, match=r"patches\.0\.applicability"):
        load_folder(folder)


def test_a_rule_without_patches_says_why(folder: Path) -> None:
    edit(folder, '[[patches]]\nid = "drop-detach"\napplicability = "safe"\n', "")
    with pytest.raises(InvalidRule, match="either patches or"):
        load_folder(folder)


def test_every_patch_is_used_and_has_a_title_in_both_languages() -> None:
    titles = tomllib.loads((knowledge() / "templates" / "patches.toml").read_text(encoding="utf-8"))
    ways = [way for each in load_rules() for way in (each, *each.alternatives)]
    used = {use.id for way in ways for use in way.patches}
    assert used == patch_names() == set(titles["en"]) == set(titles["zh"])
