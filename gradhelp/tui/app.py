"""The chat in the terminal: shows what the conversation says, does what it asks for, runs checks in a thread.

Leaving, however it happens, cancels the check and waits for its child to be gone.
"""

import os
import shlex
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from gradhelp import report
from gradhelp.chat import Conversation
from gradhelp.chat.check import check
from gradhelp.chat.sessions import Header
from gradhelp.chat.slash import Slash
from gradhelp.chat.turns import (
    Action,
    Clear,
    CopyAnswer,
    PickFile,
    PickSession,
    Quit,
    SetTheme,
    StartExperiment,
    StartRun,
    Step,
    StopRun,
    Turn,
    UserTurn,
)  # fmt: skip
from gradhelp.report.phrases import Lang
from gradhelp.retrieval import prepare
from gradhelp.transcripts import document
from gradhelp.tui.composer import Composer
from gradhelp.tui.keys import BINDINGS, KeyBar
from gradhelp.tui.messages import CopyRequested, Replied, RunEnded, RunFound, RunProgressed
from gradhelp.tui.palette import SlashProvider
from gradhelp.tui.pickers import FilePicker, SessionPicker
from gradhelp.tui.running import Runner, carry_out
from gradhelp.tui.signals import leave_on_signals
from gradhelp.tui.suggestions import Suggestions
from gradhelp.tui.talk import Talk
from gradhelp.tui.theme import ANSI_DARK, ANSI_LIGHT, DARK, LIGHT, suited_theme
from gradhelp.tui.transcript import Painter, Transcript

PAINTER = Painter(report.parts, report.to_markdown)
QUIT_AGAIN_WITHIN = 2.0
PREPARE_AFTER = 0.3
"""Seconds after which the knowledge is read in the background: the first screen comes first."""


class GradhelpApp(App[int]):
    """`runner` is the use case, `painter` draws diagnoses, `clock` tells seconds."""

    CSS_PATH = "gradhelp.tcss"
    TITLE = "gradhelp"
    COMMANDS = {SlashProvider}  # noqa: RUF012 - as textual declares it
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-wide")]  # noqa: RUF012 - as textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-high")]  # noqa: RUF012 - as textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [*BINDINGS]

    def __init__(
        self,
        conversation: Conversation,
        runner: Runner,
        *,
        painter: Painter = PAINTER,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._conversation = conversation
        self._runner = runner
        self._clock = clock
        self._cancel = threading.Event()
        self._interrupted = float("-inf")
        self.talk = Talk(self._follow)
        self.transcript = Transcript(conversation.voice, painter, clock)
        self.composer = Composer(conversation.voice)
        self.keys = KeyBar(conversation.voice)
        self.suggestions = Suggestions(conversation.voice)
        self.voice = conversation.voice
        self.first = ""
        """The id of a session to go on with at once, or `pick` to choose one."""

    def compose(self) -> ComposeResult:
        """The conversation above the composer above the keys."""
        yield self.transcript
        with Vertical(id="bottom"):
            yield self.suggestions
            yield self.composer
            yield self.keys

    async def on_mount(self) -> None:
        """Set the scene."""
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.ansi_theme_dark, self.ansi_theme_light = ANSI_DARK, ANSI_LIGHT
        self.theme = suited_theme(os.environ).name
        leave_on_signals(self.exit)
        self.composer.focus()
        await self.transcript.welcome()
        self.run_worker(self.talk.go_on(), group="talk")
        self.set_timer(PREPARE_AFTER, self._prepare)
        self._begin()

    def _begin(self) -> None:
        headers = self._conversation.earlier() if self.first else []
        if self.first == "pick":
            self.action_pick_session()
        elif self.first:
            self.resume(next((each for each in headers if each.id == self.first), None))

    def _prepare(self) -> None:
        self.run_worker(prepare, thread=True, exit_on_error=False, group="prepare")

    def on_unmount(self) -> None:
        """No check outlives the chat."""
        self._cancel.set()

    async def _follow(self, steps: Sequence[Step]) -> None:
        for step in steps:
            if isinstance(step, Turn):
                await self.transcript.show(step)
            else:
                await self._act(step)
        if self._conversation.running is None:
            await self.transcript.end_run()
        self.keys.running = self._conversation.running is not None
        self.composer.relabel()
        self.keys.refresh()

    async def _act(self, action: Action) -> None:
        match action:
            case StartRun() | StartExperiment():
                await self._start(action)
            case PickFile(command=command):
                self.pick_file(command)
            case PickSession():
                self.action_pick_session()
            case StopRun():
                self._cancel.set()
                self.transcript.stopping()
            case Clear():
                await self.transcript.empty()
            case Quit():
                await self.action_quit()
            case SetTheme(name=name):
                self._set_theme(name)
            case CopyAnswer():
                self.action_copy_diagnosis()

    async def _start(self, start: StartRun | StartExperiment) -> None:
        self._cancel.set()
        self._cancel = threading.Event()
        await self.transcript.begin_run()
        work = partial(carry_out, self._runner, start, self._cancel, self.post_message)
        self.run_worker(work, thread=True, exclusive=True, exit_on_error=False, group="check")

    async def submit(self, text: str) -> None:
        """What the user sends is shown at once, and answered when it has been read."""
        self.talk.ask(lambda: self._conversation.submit(text)[1:])
        await self.transcript.show(UserTurn(text=text))

    async def on_composer_submitted(self, event: Composer.Submitted) -> None:
        """The user sent a message."""
        await self.submit(event.text)

    async def on_replied(self, event: Replied) -> None:
        """The user chose an option."""
        self.composer.focus()
        await self.submit(event.text)

    def on_stop_requested(self) -> None:
        """The user wants the check to end."""
        self.composer.focus()
        self._stop()

    def _stop(self) -> None:
        self._cancel.set()
        self.talk.ask(self._conversation.stop)

    async def on_run_progressed(self, event: RunProgressed) -> None:
        """The check has come a little further."""
        for turn in self._conversation.progress(event.progress, run=event.run):
            await self.transcript.show(turn)

    def on_run_found(self, event: RunFound) -> None:
        """The check has come to a diagnosis."""
        self.talk.ask(partial(self._conversation.found, event.result, run=event.run))

    def on_run_ended(self, event: RunEnded) -> None:
        """The check is over."""
        self.talk.ask(partial(self._ended, event))

    def _ended(self, event: RunEnded) -> Sequence[Step]:
        return self._conversation.ended(event.outcome, cancelled=event.cancelled, run=event.run)

    def on_text_area_changed(self, event: Composer.Changed) -> None:
        """Something was written."""
        self.suggestions.suggest(event.text_area.text)

    async def on_composer_help_wanted(self) -> None:
        """The user asks what there is."""
        await self.submit("/help")

    async def action_help_wanted(self) -> None:
        """The same by a key that can be pressed at any time."""
        await self.submit("/help")

    async def choose(self, command: Slash) -> None:
        """A command was chosen in the palette."""
        self.composer.focus()
        if command.wants:
            self.composer.write(command.name + " ")
        else:
            await self.submit(command.name)

    def action_pick_file(self) -> None:
        """Choose a script."""
        self.pick_file("/script")

    def pick_file(self, command: str) -> None:
        """Choose a file for a command."""
        if not isinstance(self.screen, ModalScreen):
            self.push_screen(
                FilePicker(self._conversation.folder, self.voice.say("pick_file")), partial(self._picked, command)
            )

    async def _picked(self, command: str, path: Path | None) -> None:
        if path is not None:
            await self.submit(f"{command} {shlex.quote(str(path))}")

    def action_pick_session(self) -> None:
        """Choose an earlier conversation to go on with."""
        headers = self._conversation.earlier()
        if not headers:
            self._remark("history_none")
        elif not isinstance(self.screen, ModalScreen):
            self.push_screen(SessionPicker(headers, self.voice.say("pick_session")), self.resume)

    def resume(self, header: Header | None) -> None:
        """Go on with this one."""
        if header is not None:
            self.talk.ask(partial(self._conversation.resume, header))

    async def action_escape(self) -> None:
        """Leave a window; stop the check; without either, go back to the composer."""
        if isinstance(self.screen, ModalScreen):
            self.screen.dismiss(None)
            return
        if self._conversation.running is not None:
            self._stop()
        self.composer.focus()

    def on_copy_requested(self, event: CopyRequested) -> None:
        """Put Markdown in the clipboard."""
        self.copy_to_clipboard(event.markdown)
        self._remark("copied")

    def action_copy_diagnosis(self) -> None:
        """Copy the last diagnosis as Markdown."""
        shown = self.transcript.last_diagnosis
        if shown:
            shown.action_copy_markdown()
        else:
            self._remark("nothing_to_copy")

    def action_expand(self) -> None:
        """Show a long paste in full: in the composer, else the last one sent."""
        if not self.composer.expand_pastes():
            self.transcript.toggle_last_long()

    def action_switch_theme(self) -> None:
        """Light to dark and back."""
        self._set_theme("")

    def _set_theme(self, name: str) -> None:
        dark = self.theme == LIGHT.name if not name else name == "dark"
        self.theme = DARK.name if dark else LIGHT.name

    def action_scroll(self, pages: int) -> None:
        """Move through the conversation while the composer keeps the focus."""
        self.transcript.scroll_relative(y=pages * max(1, self.transcript.size.height - 2), animate=False)

    async def on_composer_interrupted(self) -> None:
        """Ctrl+C in the composer."""
        await self.action_interrupt()

    async def action_interrupt(self) -> None:
        """Stop the check, else drop what is written, else leave at the second time."""
        if selected := self.screen.get_selected_text():
            self.copy_to_clipboard(selected)
            self.screen.clear_selection()
            self._remark("copied_selection")
        elif self._conversation.running is not None:
            await self.action_escape()
        elif self.composer.text:
            self.composer.reset()
        elif self._clock() - self._interrupted < QUIT_AGAIN_WITHIN:
            await self.action_quit()
        else:
            self._interrupted = self._clock()
            self._remark("quit_again")

    async def action_quit(self) -> None:
        """Leave."""
        self._cancel.set()
        self.exit(0)

    def _remark(self, key: str) -> None:
        self.notify(self._conversation.voice.say(key), timeout=2, markup=False)


def run_app(lang: Lang, python: str | None, resume: str = "") -> int:
    """Open the chat, with an earlier conversation if `resume` is its id or `pick`; gives the exit code."""
    app = GradhelpApp(Conversation(lang=lang, python=python, document=document), check)
    app.first = resume
    left = app.run()
    return left if left is not None else app.return_code or 0
