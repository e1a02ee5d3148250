"""The files about simulators: whole, sourced, checked not long ago, the same in both languages."""

from datetime import date, timedelta

import pytest

from gradhelp.catalog.load_simulators import InvalidSimulator, load_simulator, load_simulators
from gradhelp.catalog.simulator import STALE_DAYS
from gradhelp.paths import knowledge
from gradhelp.recommend.code import first_lines
from gradhelp.recommend.needs import Needs
from gradhelp.recommend.words import table
from gradhelp.report.phrases import require_same
from gradhelp.report.simulators import simulator_markdown

ALL = load_simulators()
every_simulator = pytest.mark.parametrize("simulator", ALL, ids=lambda each: each.id)


def test_there_are_enough_of_them():
    assert len(ALL) >= 40
    assert {each.id for each in ALL if each.maintenance == "unmaintained"} >= {"brax", "dflex", "diffsim", "dojo"}


@every_simulator
def test_the_check_is_not_older_than_a_year(simulator):
    assert simulator.checked <= date.today()
    assert not simulator.stale(date.today()), f"{simulator.id} was checked on {simulator.checked}: check it again"


def test_an_old_check_is_told_from_a_fresh_one():
    one = ALL[0]
    assert one.stale(one.checked + timedelta(days=STALE_DAYS + 1))
    assert not one.stale(one.checked + timedelta(days=STALE_DAYS))


@pytest.mark.parametrize("lang", ["en", "zh"])
@every_simulator
def test_its_page_says_when_it_was_checked_and_whether_that_is_long_ago(simulator, lang):
    page = simulator_markdown(simulator, lang, simulator.checked)
    assert table()[lang]["stale"].format(date=simulator.checked) not in page
    assert simulator.checked.isoformat() in page
    assert all(f"<{address}>" in page for address in simulator.sources)
    old = simulator_markdown(simulator, lang, simulator.checked + timedelta(days=STALE_DAYS + 1))
    assert table()[lang]["stale"].format(date=simulator.checked) in old


@every_simulator
def test_a_simulator_without_gradients_says_so_in_every_field(simulator):
    if simulator.gradient == "none":
        assert simulator.torch_action in ("refused", "silent")
        assert simulator.contacts in ("forward", "none")
    else:
        assert simulator.contacts != "forward"


@every_simulator
def test_both_languages_quote_the_same_code(simulator):
    texts = [simulator.summary, simulator.gradients, simulator.torch, *simulator.limits]
    for text in texts:
        assert text.en.count("`") % 2 == text.zh.count("`") % 2 == 0
        quoted = [set(part.split("`")[1::2]) for part in (text.en, text.zh)]
        assert quoted[0] == quoted[1], text


@every_simulator
def test_an_alias_belongs_to_one_simulator(simulator):
    others = {alias for each in ALL if each.id != simulator.id for alias in each.aliases}
    assert others.isdisjoint(simulator.aliases)
    assert all(alias == alias.lower() for alias in simulator.aliases)


@every_simulator
@pytest.mark.parametrize("gpu", [True, False])
def test_the_first_lines_are_python_and_few(simulator, gpu):
    needs = Needs(device="gpu" if gpu else "cpu", parallel=8 if gpu else None, contacts=gpu, horizon=7 if gpu else None)
    source = first_lines(simulator, needs)
    compile(source, simulator.id, "exec")
    assert len(source.splitlines()) <= 15
    if simulator.gradient == "autograd" and simulator.maintenance == "active":
        assert source


def test_an_environment_id_cannot_leave_its_string():
    bridge = next(each for each in ALL if each.id == "mujoco")
    hostile = 'X"); import os; os.system("true")  #'
    assert "os.system" not in first_lines(bridge, Needs(environment=hostile, uses=("gymnasium-mujoco",)))
    assert "Ant-v5" in first_lines(bridge, Needs(environment="Ant-v5", uses=("gymnasium-mujoco",)))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('sources = [\n  "https://github.com/mujocolab/mjlab",\n]', "sources = []", "sources"),
        ("https://github.com/mujocolab/mjlab", "the README", "sources"),
        ('gradient = "none"', 'gradient = "some"', "gradient"),
        ("checked = 2026-11-30", "", "checked"),
        ('id = "mjlab"', 'id = "other"', "'other'"),
        ('zh = "', 'en = "', "not valid TOML"),
    ],
)
def test_a_damaged_file_is_named_with_its_key(tmp_path, old, new, said):
    text = (knowledge() / "simulators" / "mjlab.toml").read_text("utf-8")
    assert old in text
    path = tmp_path / "mjlab.toml"
    path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(InvalidSimulator, match=said):
        load_simulator(path)


def test_the_sentences_are_the_same_in_both_languages():
    require_same("simulators", table()["en"], table()["zh"])
