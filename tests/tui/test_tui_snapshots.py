"""Pictures of every block and flow at two sizes, in both languages, one a line of SCENES; and of some other terminals.

Look at a changed one before accepting it with --snapshot-update. Nothing in them depends on the time, the machine, the
place of the folder or the speed: the clock stands still, and a picture is taken when nothing moves any more.
"""

import time

import pytest
from tui_samples import SCRIPT, make_app, still
from tui_scenes import SCENES

LANGUAGES = ["en", "zh"]
SIZES = {"small": (80, 24), "large": (120, 36)}


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A folder of a known name, in a known time zone."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "train.py").write_text(SCRIPT)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield folder
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def pictured(project, snap_compare):
    """Plays a scene in a language on a terminal, and compares what is seen then."""

    def picture(name, lang, size, *first):
        scene = SCENES[name]
        app = make_app(project, scene.runner(lang), lang=lang, consents=scene.consents())
        app.animation_level = "none"

        async def play(pilot):
            for move in (*first, *scene.moves):
                await move(pilot)
            await still(pilot)

        return snap_compare(app, terminal_size=size, run_before=play)

    return picture


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_looks(pictured, name, lang, size):
    assert pictured(name, lang, SIZES[size])


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (200, 50)], ids=lambda size: str(size[0]))
@pytest.mark.parametrize("name", ["question", "diagnosis", "fixes"])
def test_narrow_and_wide(pictured, name, size):
    assert pictured(name, "en", size)


@pytest.mark.parametrize("name", ["question", "trying", "fixes", "answer"])
def test_light(pictured, name):
    assert pictured(name, "en", SIZES["small"], lighten)


async def lighten(pilot):
    pilot.app.set_theme("light")


@pytest.mark.parametrize("name", ["diagnosis", "fixes"])
def test_without_colours(pictured, name, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    assert pictured(name, "en", SIZES["small"])
