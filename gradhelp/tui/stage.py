"""The screen of the chat and what it can do by itself: scroll, unfold, copy, change its colours, remark on something."""

import asyncio
import os
import sys
from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult, ScreenError
from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.command import CommandPalette
from textual.containers import Vertical
from textual.errors import NoWidget
from textual.events import Event, Key, MouseDown
from textual.screen import ModalScreen

from gradhelp import report
from gradhelp.chat.voice import Voice
from gradhelp.report.disarm import disarm
from gradhelp.tui.composer import Composer
from gradhelp.tui.keys import BINDINGS, KeyBar
from gradhelp.tui.lines import break_chinese_lines_in_widgets
from gradhelp.tui.messages import CopyRequested
from gradhelp.tui.parts import next_part
from gradhelp.tui.suggestions import Suggestions
from gradhelp.tui.theme import ANSI_DARK, ANSI_LIGHT, DARK, LIGHT, suited_theme
from gradhelp.tui.transcript import Painter, Transcript

REMARK_SECONDS = 3
PAINTER = Painter(report.parts, report.to_markdown)


class Stage(App[int]):
    """`painter` draws diagnoses, `clock` tells seconds."""

    CSS_PATH = "gradhelp.tcss"
    TITLE = "gradhelp"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-wide")]  # noqa: RUF012 - as textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-high")]  # noqa: RUF012 - as textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [*BINDINGS]

    def __init__(self, voice: Voice, painter: Painter, clock: Callable[[], float]) -> None:
        super().__init__()
        break_chinese_lines_in_widgets()
        self.voice = voice
        self.leaving = False
        """From here on nothing more is shown."""
        self.transcript = Transcript(voice, painter, clock)
        self.composer = Composer(voice)
        self.keys = KeyBar(voice)
        self.suggestions = Suggestions(voice)

    def compose(self) -> ComposeResult:
        """The conversation above the composer above the keys."""
        yield self.transcript
        with Vertical(id="bottom"):
            yield self.transcript.dock
            yield self.suggestions
            yield self.composer
            yield self.keys

    async def on_event(self, event: Event) -> None:
        """Take an event, but no click on what has just been removed: textual would look for its parent in vain."""
        if not isinstance(event, MouseDown) or self._is_there(event):
            await super().on_event(event)

    def _is_there(self, event: MouseDown) -> bool:
        try:
            return self.screen.get_widget_at(event.x, event.y)[0].parent is not None
        except (NoWidget, ScreenError):
            return True

    def on_key(self, event: Key) -> None:
        """What is typed outside the composer goes there; keys that mean something where they are pressed do not come here."""
        if event.is_printable and event.character and not isinstance(self.screen, ModalScreen):
            self.composer.focus()
            self.composer.insert(event.character)

    def action_choose(self) -> None:
        """Go to the options of the open question; without one, to whatever comes next."""
        options = self.transcript.open_options
        if options:
            options[0].focus()
        else:
            self.screen.focus_next()

    def action_command_palette(self) -> None:
        """Search for a command, in the language of the conversation."""
        if not isinstance(self.screen, ModalScreen):
            self.push_screen(CommandPalette(placeholder=self.voice.say("palette_search"), id="--command-palette"))

    def light(self) -> None:
        """Colours that suit the terminal."""
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.ansi_theme_dark, self.ansi_theme_light = ANSI_DARK, ANSI_LIGHT
        self.theme = suited_theme(os.environ).name

    def action_switch_theme(self) -> None:
        """Light to dark and back."""
        self.set_theme("")

    def set_theme(self, name: str) -> None:
        """`dark`, `light`, or the other one where it is empty."""
        dark = self.theme == LIGHT.name if not name else name == "dark"
        self.theme = DARK.name if dark else LIGHT.name

    def on_text_area_changed(self, event: Composer.Changed) -> None:
        """Something was written."""
        self.suggestions.suggest(event.text_area.text)

    def on_copy_requested(self, event: CopyRequested) -> None:
        """Put Markdown in the clipboard."""
        self.copy_to_clipboard(event.markdown)
        self.remark("copied")

    def action_copy_diagnosis(self) -> None:
        """Copy the last answer as Markdown: a diagnosis with its fixes, or what was answered to a question."""
        markdown = self.transcript.last_answer
        if markdown:
            self.post_message(CopyRequested(markdown))
        else:
            self.remark("nothing_to_copy")

    def copy_selection(self) -> bool:
        """Copy what is selected; tells whether anything was."""
        selected = self.screen.get_selected_text()
        if not selected:
            return False
        self.copy_to_clipboard(selected)
        self.screen.clear_selection()
        self.remark("copied_selection")
        return True

    def action_expand(self) -> None:
        """Show a long paste in full: in the composer, else the last one sent."""
        if not self.composer.expand_pastes():
            self.transcript.toggle_last_long()

    def action_scroll(self, pages: int) -> None:
        """Move through the conversation while the composer keeps the focus."""
        self.transcript.scroll_relative(y=pages * max(1, self.transcript.size.height - 2), animate=False)

    def action_part(self, step: int) -> None:
        """Go to the next part of the answer, or the one before; past either end, back to the composer."""
        if isinstance(self.screen, ModalScreen):
            return
        found = next_part(self.transcript, self.screen.focused, step)
        if found is None:
            self.composer.focus()
            return
        part, target = found
        target.focus(scroll_visible=False)
        self.transcript.scroll_to_widget(part, animate=False, force=True)

    def pop_screen(self) -> AwaitComplete:
        """Two quick keys may both close the palette; there is nothing to close for the second."""
        if len(self.screen_stack) > 1:
            return super().pop_screen()
        return AwaitComplete(asyncio.sleep(0)).call_next(self)

    def _fatal_error(self) -> None:
        """Textual's own would print a traceback with the values of all variables over the user's terminal."""
        if self.leaving:
            return
        error = sys.exception()
        reason = f"{type(error).__name__}: {error}" if error else ""
        self.panic(Text(disarm(self.voice.say("broken_screen", reason=reason))))

    def remark(self, key: str) -> None:
        """Say something in passing."""
        self.notify(self.voice.say(key), timeout=REMARK_SECONDS, markup=False)
