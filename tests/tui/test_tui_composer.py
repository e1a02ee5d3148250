"""The composer: what is typed and pasted is what is sent."""

import pytest
from textual.app import App
from tui_samples import TRACEBACK, make_app, paste, screen_text, send

from gradhelp.chat.voice import Voice
from gradhelp.tui import blocks
from gradhelp.tui.composer import Composer


class Desk(App[None]):
    """A composer on its own, and what it has sent."""

    def __init__(self):
        super().__init__()
        self.composer = Composer(Voice("en"))
        self.composer.burst = 0
        self.sent = []

    def compose(self):
        yield self.composer

    def on_composer_submitted(self, event):
        self.sent.append(event.text)


LONG = "\n".join(f"line {number}" for number in range(120))


@pytest.mark.parametrize("key", ["shift+enter", "ctrl+j", "alt+enter"])
async def test_enter_sends_and_other_keys_break_the_line(key):
    desk = Desk()
    async with desk.run_test() as pilot:
        await pilot.press(*"ab", key, *"cd", "enter")
        assert desk.sent == ["ab\ncd"]
        assert desk.composer.text == ""


async def test_nothing_is_not_sent():
    desk = Desk()
    async with desk.run_test() as pilot:
        await pilot.press("enter", "space", "enter", "ctrl+j", "enter")
        assert desk.sent == []


async def test_a_long_paste_is_one_message_and_shown_as_a_token():
    desk = Desk()
    async with desk.run_test() as pilot:
        await pilot.press(*"see ")
        await paste(pilot, LONG)
        assert desk.composer.text == "see [pasted 120 lines #1]"
        await pilot.press(*" !", "enter")
        assert desk.sent == [f"see {LONG} !"]


async def test_a_short_paste_is_shown_as_it_is():
    desk = Desk()
    async with desk.run_test() as pilot:
        await paste(pilot, "a\r\nb\rc")
        assert desk.composer.text == "a\nb\nc"


async def test_a_paste_on_one_long_line_is_a_token_as_well():
    desk = Desk()
    async with desk.run_test() as pilot:
        await paste(pilot, "x" * 5000)
        assert desk.composer.text == "[pasted 5000 characters #1]"
        await pilot.press("enter")
        assert desk.sent == ["x" * 5000]


async def test_tokens_inside_a_paste_are_only_text():
    desk = Desk()
    async with desk.run_test() as pilot:
        await paste(pilot, f"{LONG}[pasted 120 lines #2]")
        await paste(pilot, LONG)
        await pilot.press("enter")
        assert desk.sent == [f"{LONG}[pasted 120 lines #2]{LONG}"]


async def test_a_token_that_nobody_pasted_is_only_text():
    desk = Desk()
    async with desk.run_test() as pilot:
        await pilot.press(*"[pasted 9 lines #1]", "enter")
        assert desk.sent == ["[pasted 9 lines #1]"]


async def test_backspace_removes_a_paste_as_a_whole():
    desk = Desk()
    async with desk.run_test() as pilot:
        await pilot.press(*"a")
        await paste(pilot, LONG)
        await pilot.press("backspace")
        assert desk.composer.text == "a"
        await pilot.press("backspace")
        assert desk.composer.text == ""


async def test_expanding_shows_the_paste_and_sends_the_same():
    desk = Desk()
    async with desk.run_test() as pilot:
        await paste(pilot, LONG)
        assert desk.composer.expand_pastes()
        assert desk.composer.text == LONG
        assert not desk.composer.expand_pastes()
        await pilot.press("enter")
        assert desk.sent == [LONG]


async def test_escape_sequences_are_left_out_of_a_paste():
    desk = Desk()
    async with desk.run_test() as pilot:
        await paste(pilot, "\x1b[31mred\x1b[0m\x07 \u202etext")
        await pilot.press("enter")
        assert desk.sent == ["red text"]


async def test_history_goes_back_and_returns_to_the_draft():
    desk = Desk()
    async with desk.run_test() as pilot:
        await pilot.press(*"one", "enter", *"two", "enter")
        await paste(pilot, LONG)
        await pilot.press("enter", *"draft", "up")
        assert desk.composer.text == "[pasted 120 lines #1]"
        await pilot.press("up")
        assert desk.composer.text == "two"
        await pilot.press("up", "up", "up")
        assert desk.composer.text == "one"
        await pilot.press("down", "down", "down")
        assert desk.composer.text == "draft"
        await pilot.press("down")
        assert desk.composer.text == "draft"
        await pilot.press("up", "enter")
        assert desk.sent[-1] == LONG


async def test_up_moves_within_a_message_of_several_lines():
    desk = Desk()
    async with desk.run_test() as pilot:
        await pilot.press(*"one", "enter", *"a", "ctrl+j", *"b", "up", *"x")
        assert desk.composer.text == "ax\nb"
        await pilot.press("up")
        assert desk.composer.text == "one"


async def test_a_sent_paste_is_folded_and_can_be_unfolded(folder):
    app = make_app(folder)
    async with app.run_test(size=(100, 40)) as pilot:
        await send(pilot, TRACEBACK)
        assert "[pasted 10 lines]" in screen_text(app)
        assert "_engine_run_backward" not in screen_text(app)
        await pilot.press("ctrl+o")
        await pilot.pause()
        assert "_engine_run_backward" in screen_text(app)
        await pilot.click(app.query_one(blocks.UserBlock))
        assert "_engine_run_backward" not in screen_text(app)


async def test_expand_prefers_the_message_being_written(folder):
    app = make_app(folder)
    async with app.run_test(size=(100, 40)) as pilot:
        await send(pilot, TRACEBACK)
        await paste(pilot, LONG)
        await pilot.press("ctrl+o")
        await pilot.pause()
        assert app.composer.text == LONG
        assert "_engine_run_backward" not in screen_text(app)


async def test_a_paste_that_arrives_as_keys_is_one_message():
    desk = Desk()
    desk.composer.burst = 5
    async with desk.run_test() as pilot:
        await pilot.press(*"ab", "enter", "enter", *"cd", "enter")
        assert desk.composer.text == "ab\n\ncd"
        assert desk.sent == []


async def test_enter_sends_after_a_moment():
    desk = Desk()
    desk.composer.burst = 0.01
    async with desk.run_test() as pilot:
        await pilot.press(*"ab", "enter")
        await pilot.pause(0.1)
        assert desk.sent == ["ab"]
