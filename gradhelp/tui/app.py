"""The chat in the terminal: shows what the conversation says, does what it asks for, runs checks in a thread.

Leaving, however it happens, cancels the check and waits for its child to be gone.
"""

import shlex
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from textual.screen import ModalScreen

from gradhelp.chat import Conversation, turns
from gradhelp.chat.elsewhere import ALWAYS, here
from gradhelp.chat.sessions import Header
from gradhelp.chat.slash import Slash
from gradhelp.chat.worker import Worker
from gradhelp.retrieval import prepare
from gradhelp.tui.blocks import held_back
from gradhelp.tui.composer import Composer
from gradhelp.tui.messages import Replied, RunEnded, RunFound, RunProgressed
from gradhelp.tui.palette import SlashProvider
from gradhelp.tui.pickers import FilePicker, SessionPicker
from gradhelp.tui.running import Runner, carry_out
from gradhelp.tui.signals import leave_on_signals
from gradhelp.tui.stage import PAINTER, Stage
from gradhelp.tui.talk import Talk
from gradhelp.tui.transcript import Painter

QUIT_AGAIN_WITHIN = 2.0
PREPARE_AFTER = 0.3
"""Seconds after which the knowledge is read in the background: the first screen comes first."""


class GradhelpApp(Stage):
    """`runner` is the use case, `worker` the process that does the work behind the two, if there is one."""

    COMMANDS = {SlashProvider}  # noqa: RUF012 - as textual declares it

    def __init__(
        self,
        conversation: Conversation,
        runner: Runner,
        *,
        painter: Painter = PAINTER,
        clock: Callable[[], float] = time.monotonic,
        worker: Worker | None = None,
    ) -> None:
        super().__init__(conversation.voice, painter, clock)
        self._conversation = conversation
        self._runner = runner
        self._worker = worker
        self._clock = clock
        self._cancel = threading.Event()
        self._interrupted = float("-inf")
        self.talk = Talk(self._follow)
        self.farewell: Callable[[int], None] = lambda code: None
        """Called with the exit code as soon as the chat is being left."""
        self.first = ""
        """The id of a session to go on with at once, or `pick` to choose one."""

    async def on_mount(self) -> None:
        """Set the scene."""
        self.light()
        leave_on_signals(self.leave)
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
        elsewhere = self._worker.call if self._worker is not None else here
        self.run_worker(partial(elsewhere, ALWAYS, prepare), thread=True, exit_on_error=False, group="prepare")

    def on_unmount(self) -> None:
        """No check outlives the chat."""
        self._cancel.set()
        if self._worker is not None:
            self._worker.hang_up()

    async def _follow(self, steps: Sequence[turns.Step]) -> None:
        earlier = held_back(steps)
        shown = 0
        for step in steps:
            if isinstance(step, turns.Turn):
                shown += 1
                if shown > len(earlier):
                    await self.transcript.show(step)
                elif shown == len(earlier):
                    await self.transcript.keep_back(earlier)
            else:
                await self._act(step)
        if self._conversation.running is None:
            await self.transcript.end_run()
        self.keys.answered = bool(self.transcript.last_answer)
        self.keys.running = self._conversation.running is not None
        self.keys.choosing = bool(self._conversation.choice.options)
        self.composer.relabel()
        self.keys.refresh()

    async def _act(self, action: turns.Action) -> None:
        match action:
            case turns.StartRun() | turns.StartExperiment():
                await self._start(action)
            case turns.PickFile(command=command):
                self.pick_file(command)
            case turns.PickSession():
                self.action_pick_session()
            case turns.StopRun():
                self._cancel.set()
                self.transcript.stopping()
            case turns.Clear():
                await self.transcript.empty()
            case turns.Quit():
                await self.action_quit()
            case turns.SetTheme(name=name):
                self.set_theme(name)
            case turns.CopyAnswer():
                self.action_copy_diagnosis()

    async def _start(self, start: turns.StartRun | turns.StartExperiment) -> None:
        self._cancel.set()
        self._cancel = threading.Event()
        await self.transcript.begin_run()
        work = partial(carry_out, self._runner, start, self._cancel, self.post_message)
        self.run_worker(work, thread=True, exclusive=True, exit_on_error=False, group="check")

    async def submit(self, text: str) -> None:
        """What the user sends is shown at once, and answered when it has been read."""
        with self.talk.held():
            text = self._conversation.choice.meant(text)
            await self.transcript.show(turns.UserTurn(text=text))
            self.talk.ask(lambda: self._conversation.submit(text)[1:])

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

    def _ended(self, event: RunEnded) -> Sequence[turns.Step]:
        return self._conversation.ended(event.outcome, cancelled=event.cancelled, run=event.run)

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
            self.remark("history_none")
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

    async def on_composer_interrupted(self) -> None:
        """Ctrl+C in the composer."""
        await self.action_interrupt()

    async def action_interrupt(self) -> None:
        """Stop the check, else drop what is written, else leave at the second time."""
        if self.copy_selection():
            return
        if self._conversation.running is not None:
            await self.action_escape()
        elif self.composer.text:
            self.composer.reset()
        elif self._clock() - self._interrupted < QUIT_AGAIN_WITHIN:
            await self.action_quit()
        else:
            self._interrupted = self._clock()
            self.remark("quit_again")

    async def action_quit(self) -> None:
        """Leave."""
        self.leave(0)

    def leave(self, code: int) -> None:
        """End with this exit code. What is still answered has no place to be shown in any more."""
        self.farewell(code)
        self.leaving = True
        self._cancel.set()
        self.workers.cancel_group(self, "talk")
        self.exit(code)
